import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SerializedError, TestModule } from 'vitest/node';
import { RecordReport } from './record-report.ts';
import { REPORT_FILE, type Report, readReport } from './report.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overture-report-'));
  vi.stubEnv(REPORT_FILE, join(folder, 'report.json'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const error = (message: string, more = {}): SerializedError => ({ name: 'Error', message, ...more }) as SerializedError;

interface Given {
  readonly path: string;
  readonly tests?: readonly (readonly [fullName: string, state: string, errors?: readonly SerializedError[]])[];
  readonly suites?: readonly (readonly [fullName: string, errors: readonly SerializedError[]])[];
  readonly errors?: readonly SerializedError[];
  readonly state?: string;
}

/** As Vitest tells of a file that it has run. */
function module({ path, tests = [], suites = [], errors = [], state = 'passed' }: Given): TestModule {
  return {
    moduleId: resolve(path),
    state: () => state,
    errors: () => errors,
    children: {
      allTests: () => tests.map(([fullName, of, its]) => ({ fullName, result: () => ({ state: of, errors: its }) })),
      allSuites: () => suites.map(([fullName, its]) => ({ fullName, errors: () => its })),
    },
  } as unknown as TestModule;
}

function report(modules: readonly Given[], strays: readonly SerializedError[] = []): Report | null {
  new RecordReport().onTestRunEnd(modules.map(module), strays);
  return readReport(join(folder, 'report.json'));
}

it('counts what passed, failed and was left out, with the errors of what failed', () => {
  const tests = [
    ['a room > opens', 'passed'],
    ['a room > closes', 'failed', [error('it is open', { stack: 'Error: it is open\n    at door.ts:3' })]],
    ['a room > burns', 'skipped'],
  ] as const;
  expect(report([{ path: 'test/room/one.test.ts', tests }])).toEqual({
    ...{ passed: 1, failed: 1, skipped: 1, strays: [] },
    files: [
      {
        path: 'test/room/one.test.ts',
        failures: [{ test: 'a room > closes', error: 'Error: it is open\n    at door.ts:3' }],
      },
    ],
  });
});

it.each([
  ['its imports fail', { errors: [error('no such module')] }, '', 'Error: no such module'],
  ['a hook of it fails', { suites: [['a room', [error('no port')]]] }, 'a room', 'Error: no port'],
  ['its process ends in the middle', { state: 'pending' }, '', 'Error: the file did not run to its end'],
  ['its turn never comes', { state: 'queued' }, '', 'Error: the file did not run to its end'],
] as const)('reports a file as failed if %s', (_, given, test, text) => {
  expect(report([{ path: 'test/room/one.test.ts', ...given }])?.files).toEqual([
    { path: 'test/room/one.test.ts', failures: [{ test, error: text }] },
  ]);
});

it('gives an error outside of any test to the file that it is known of, and else to nobody', () => {
  const known = error('thrown late', { VITEST_TEST_PATH: resolve('test/room/one.test.ts'), VITEST_TEST_NAME: 'opens' });
  const recorded = report([{ path: 'test/room/one.test.ts' }], [known, error('from nowhere')]);
  expect(recorded?.files).toEqual([
    { path: 'test/room/one.test.ts', failures: [{ test: 'opens', error: 'Error: thrown late' }] },
  ]);
  expect(recorded?.strays).toEqual(['Error: from nowhere']);
});

it('writes nothing where nobody asks for it, and what is not there is no report', () => {
  vi.stubEnv(REPORT_FILE, undefined);
  expect(report([{ path: 'test/room/one.test.ts' }])).toBeNull();
});
