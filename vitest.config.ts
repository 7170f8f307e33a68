import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { ReportTimings } from './test/support/timings/report-timings.ts';

const SERVERS = ['test/support/run-folder.ts', 'test/support/find-servers.ts', 'test/support/shared-postgres.ts'];
const SYSTEMS = [
  'test/support/run-folder.ts',
  'test/support/find-servers.ts',
  'test/support/shared-postgres.ts',
  'test/support/shared-temporal.ts',
];
/** Files of the rings at a time: on two cores each waits three quarters of its time. */
const RINGS = 3;
const IS_TIMED = process.env.OVERTURE_TIMINGS !== undefined;
/** Of the rings, at night, only those that do more then: `test/support/rounds.ts`. */
const IN_RINGS = process.env.OVERTURE_NIGHT === undefined ? ['test/**/*.test.ts'] : withRounds();

function withRounds(): string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((file) => `test/${file}`);
  return files.filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('/support/rounds.ts'));
}

/** Not among the tests whose times are asked for: they take what they take. */
const NIGHTLY: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'nightly',
    include: ['test/nightly/**/*.test.ts'],
    globalSetup: SYSTEMS,
    testTimeout: 900_000,
    sequence: { groupOrder: 1 },
  },
};

// `rings` loads the modules once for all files of a process, which saves a third of its time: a test file leaves the process as it found it.
// `end-to-end` starts whole systems, each with a home and ports of its own; what they judge are counts and orders, and times of the
// world, not of the machine. They wait most of their time: `npm test` runs them in a process of its own beside the rings.
export default defineConfig({
  test: {
    // For what hangs: a machine that others use too may be slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // As patient as `eventually`: a second, which is usual, is nothing on a machine that others use too.
    expect: { poll: { timeout: 120_000 } },
    sequence: { sequencer: LongestFirst },
    ...(IS_TIMED
      ? { setupFiles: ['test/support/timings/record-timing.ts'], reporters: ['default', new ReportTimings()] }
      : {}),
    projects: [
      {
        extends: true,
        test: {
          name: 'rings',
          isolate: false,
          maxWorkers: RINGS,
          globalSetup: [...SERVERS, 'test/support/find-chromium.ts'],
          include: IN_RINGS,
          exclude: ['test/e2e/**', 'test/nightly/**', 'test/generated/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'end-to-end',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: SYSTEMS,
          testTimeout: 900_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'generated',
          isolate: false,
          include: ['test/generated/**/*.test.ts'],
          maxWorkers: RINGS,
          sequence: { groupOrder: 0 },
        },
      },
      ...(IS_TIMED ? [] : [NIGHTLY]),
    ],
  },
});
