import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestFile } from './classify-files.ts';
import type { FailedFile, Report } from './report.ts';
import { runAgain } from './run-again.ts';
import type { VitestResult } from './run-vitest.ts';

const logs = mkdtempSync(join(tmpdir(), 'overture-unsteady-'));
afterAll(() => rmSync(logs, { recursive: true, force: true }));

const REPORT: Report = { passed: 3, failed: 0, skipped: 0, files: [], strays: [] };
const file = (path: string, is_pure = false): TestFile => ({ path, when: 'always', is_heavy: false, is_pure });
const failed = (path: string): FailedFile => ({
  path,
  failures: [{ test: 'a room > is kept', error: 'Error: a port was taken\n    at somewhere' }],
});

/** Runs files again, and tells what the second run of each says; `ran` are the files that had one, in order. */
async function again(paths: readonly FailedFile[], files: readonly TestFile[], result: Partial<VitestResult>) {
  const ran: string[] = [];
  const judged = await runAgain(paths, {
    ...{ files, logs, print: () => undefined },
    run: async ({ files: own = [] }) => {
      ran.push(...own);
      return { report: REPORT, exit_code: 0, ...result };
    },
  });
  return { ...judged, ran };
}

describe('a file that failed', () => {
  const one = [failed('test/room/one.test.ts')];
  const known = [file('test/room/one.test.ts')];

  it('is unsteady if it passes alone, and its first failure is kept', async () => {
    const { unsteady, failed: lasting, ran } = await again(one, known, {});
    expect(ran).toEqual(['test/room/one.test.ts']);
    expect(lasting).toEqual([]);
    expect(unsteady).toMatchObject([
      { path: 'test/room/one.test.ts', test: 'a room > is kept', reason: 'Error: a port was taken' },
    ]);
    const log = readFileSync(unsteady[0]?.log ?? '', 'utf8');
    expect(log).toContain('at somewhere');
  });

  it.each([
    ['fails again', { exit_code: 1 }],
    ['breaks before it has a result', { exit_code: 0, report: null }],
    ['runs no test', { report: { ...REPORT, passed: 0 } }],
  ])('has failed if it %s', async (_, result) => {
    const { unsteady, failed: lasting } = await again(one, known, result);
    expect(unsteady).toEqual([]);
    expect(lasting).toEqual(one);
  });

  it('has failed without another run if it is pure, while others are run again', async () => {
    const pure = failed('test/engine/one.test.ts');
    const { unsteady, failed: lasting, ran } = await again([pure, ...one], [file(pure.path, true), ...known], {});
    expect(ran).toEqual(['test/room/one.test.ts']);
    expect(lasting).toEqual([pure]);
    expect(unsteady).toHaveLength(1);
  });

  it('has failed without another run if so many have that it is no bad luck', async () => {
    const many = Array.from({ length: 9 }, (_, at) => failed(`test/room/${at}.test.ts`));
    const { failed: lasting, ran } = await again(
      many,
      many.map(({ path }) => file(path)),
      {},
    );
    expect(ran).toEqual([]);
    expect(lasting).toEqual(many);
  });
});
