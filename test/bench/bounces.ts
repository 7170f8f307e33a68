import PostalMime from 'postal-mime';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import { hasBounces, realBounces } from '../mail/real-bounces.ts';
import { type Judged, judgedBounces, recipientsOf } from '../mail/real-bounces-judged.ts';
import type { Ratio } from './ratio.ts';

const ROUNDS = 5;

/** Real messages per second read and understood, against their MIME parsed alone; and how much of it is right. */
export async function benchBounces(report: (line: string) => void): Promise<Ratio[]> {
  if (!hasBounces) {
    report('skipped: the messages are not beside the project');
    return [];
  }
  for (const line of figuresOf(await judgedBounces())) report(line);
  const sources = realBounces().map(({ source }) => source);
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(
      await rateOf(sources, async (source) => readMeaning(await readMail(source), { received_at: Date.now() })),
    );
    baseline.push(await rateOf(sources, (source) => PostalMime.parse(source)));
  }
  return [{ unit: 'messages/s', ours, baseline, aim: 0.2 }];
}

function figuresOf(read: readonly Judged[]): string[] {
  const failures = read.filter(({ is_failure }) => is_failure);
  const found = failures.filter(({ meaning }) => recipientsOf(meaning).length > 0);
  const several = failures.filter(({ expected }) => expected.length > 1);
  const whole = several.filter(({ expected, meaning }) => recipientsOf(meaning).length >= expected.length);
  const dead = read.filter(({ expected }) => expected.some(({ hard }) => hard));
  const right = read.filter(({ is_right }) => is_right);
  const strange = read.filter(({ is_right_as_stranger }) => is_right_as_stranger);
  const false_bounces = read.filter(({ is_failure, meaning }) => !is_failure && meaning.kind === 'bounce');
  return [
    `${read.length} messages, hard or not: ${percent(right, read)} right; of the hard ones ${percent(
      dead.filter(({ is_right }) => is_right),
      dead,
    )}`,
    `each server read without what its own mails alone taught: ${percent(strange, read)} right`,
    `recipient found: ${percent(found, failures)}; all of several: ${whole.length} of ${several.length}; false bounces: ${false_bounces.length}`,
    `wrong, by server: ${byServer(read.filter(({ is_right }) => !is_right))}`,
    `wrong as a stranger, by server: ${byServer(read.filter(({ is_right_as_stranger }) => !is_right_as_stranger))}`,
  ];
}

function byServer(missed: readonly Judged[]): string {
  const servers = [...new Set(missed.map(({ server }) => server))].toSorted();
  return servers.map((name) => `${name} ${missed.filter(({ server }) => server === name).length}`).join(', ') || 'none';
}

const percent = (part: readonly unknown[], whole: readonly unknown[]): string =>
  `${((100 * part.length) / whole.length).toFixed(1)} %`;

async function rateOf(sources: readonly Uint8Array[], read: (source: Uint8Array) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  for (const source of sources) await read(source);
  return (1000 * sources.length) / (performance.now() - begun);
}
