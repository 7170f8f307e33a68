import { mkdirSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { findDovecot } from '../../src/app/demo/mail-server/find-dovecot.ts';
import { cacheFolder, findTemporal } from '../../src/app/main/temporal/find-temporal.ts';
import { messageOf } from '../../src/shared/kit/thrown.ts';
import { fetchTestServer } from '../support/fetch-test-server.ts';
import { setup as fetchChromium, findChromium } from '../support/find-chromium.ts';

const NEEDED_GB = 3;

export interface Machine {
  /** Without a second core one lane runs after the other. */
  readonly has_second_core: boolean;
  /** Things that this machine cannot have, and what is not tested for that: a line each. */
  readonly not_tested: readonly string[];
}

/**
 * Fetches what the tests need, before any of them, so that none fails for what could not be had. What the tests cannot do without is thrown
 * as one line that says what to do.
 */
export async function prepareMachine(print: (line: string) => void): Promise<Machine> {
  requireRoom();
  const not_tested: string[] = [];
  try {
    await findTemporal({ progress: print });
  } catch (error) {
    throw new Error(`The tests need a Temporal server, and there is none: ${messageOf(error)}`);
  }
  if ((await fetchTestServer(print)) === null) not_tested.push('days of a workflow in skipped time (no Java or Maven)');
  const dovecot = await findDovecot({ progress: print });
  if (!dovecot.ok) not_tested.push(`real mail (${dovecot.error})`);
  fetchChromium();
  if (findChromium() === null) not_tested.push('pages in a browser (no Chromium, and it could not be installed)');
  const has_second_core = availableParallelism() > 1;
  if (!has_second_core)
    print('This machine has one core: heavy files run first, then the light ones, in twice the time.');
  return { has_second_core, not_tested };
}

function requireRoom(): void {
  mkdirSync(cacheFolder(), { recursive: true });
  for (const folder of new Set([tmpdir(), cacheFolder(), process.cwd()])) {
    const { bavail, bsize } = statfsSync(folder);
    const left = (bavail * bsize) / 1024 ** 3;
    if (left < NEEDED_GB) {
      const has = `${left.toFixed(1)} GB left`;
      throw new Error(
        `The disk of ${folder} has ${has}, and the tests need ${NEEDED_GB}: make room and run them again.`,
      );
    }
  }
}
