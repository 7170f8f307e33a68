import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { classifyFiles, type TestFile } from './test/runner/classify-files.ts';
import { OrderOfFiles } from './test/runner/order-of-files.ts';
import { RecordReport } from './test/runner/record-report.ts';
import { REPORT_FILE } from './test/runner/report.ts';
import { BUILT, builtModules, TESTS_BUILT } from './test/support/built-modules.ts';
import { ReportTimings } from './test/support/timings/report-timings.ts';

const SERVERS = [
  'test/support/run-folder.ts',
  'test/support/find-servers.ts',
  'test/support/find-chromium.ts',
  'test/support/shared-postgres.ts',
];
const IS_TIMED = process.env.OVERTURE_TIMINGS !== undefined;
const SET_UP = ['test/support/draw-seed.ts', ...(IS_TIMED ? ['test/support/timings/record-timing.ts'] : [])];

const files = classifyFiles(fileURLToPath(new URL('.', import.meta.url)));
const isGenerated = ({ path }: TestFile): boolean => path.startsWith('test/generated/');
/** The lane that runs a light file: they are dealt by rooms, so that each lane has as much to do and loads few modules that another loads too. */
function laneOf({ path }: TestFile): 'api' | 'service' | 'engine' {
  if (/^test\/(?:api|answers|events|erasure|webhooks|identity)\//.test(path)) return 'api';
  if (/^test\/(?:v2-service|v2-client|channel-kit|mail|activities|enroll)\//.test(path)) return 'service';
  return 'engine';
}
/** Each has a home, ports and mostly servers of its own; they share nothing but a Temporal and a Postgres that nobody kills. */
const isSystem = ({ path, when }: TestFile): boolean => when === 'at night' && /^test\/(?:e2e|nightly)\//.test(path);

/** Files of one kind, in a process that they share: a file leaves it as it found it. */
function project(
  name: string,
  groupOrder: number,
  which: (file: TestFile) => boolean,
  more: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      isolate: false,
      globalSetup: SERVERS,
      include: files.filter(which).map(({ path }) => path),
      sequence: { groupOrder },
      ...more,
    },
  };
}

const always = (file: TestFile): boolean => file.when === 'always' && !isGenerated(file);
const isLight = (file: TestFile): boolean => always(file) && !file.is_heavy;
const atNight = (file: TestFile): boolean => file.when === 'at night' && !isSystem(file);

const IS_BUILT = process.env[TESTS_BUILT] !== undefined;

// `light-engine`, `light-service`, `light-api`, `generated` and `heavy` are what `npm test` runs, in four processes that run one
// file at a time: test/runner/run-tests.ts. The others are for the night. Why: docs/decisions/how-the-tests-run.md.
export default defineConfig({
  plugins: IS_BUILT ? [builtModules(fileURLToPath(new URL('.', import.meta.url)))] : [],
  test: {
    ...(IS_BUILT ? { server: { deps: { external: [BUILT] } } } : {}),
    // For what hangs: a machine that others use too may be slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A lane runs one file at a time; a project takes this from here, whatever the command line says.
    maxWorkers: process.env[REPORT_FILE] === undefined ? 2 : 1,
    // As patient as `eventually`: a second, which is usual, is nothing on a machine that others use too.
    expect: { poll: { timeout: 120_000, interval: 10 } },
    setupFiles: SET_UP,
    sequence: { sequencer: OrderOfFiles },
    reporters: ['default', new RecordReport(), ...(IS_TIMED ? [new ReportTimings()] : [])],
    projects: [
      project('light-engine', 0, (file) => isLight(file) && laneOf(file) === 'engine'),
      project('light-service', 1, (file) => isLight(file) && laneOf(file) === 'service'),
      project('light-api', 2, (file) => isLight(file) && laneOf(file) === 'api'),
      project('generated', 3, isGenerated),
      project('heavy', 4, (file) => always(file) && file.is_heavy, { maxWorkers: 1 }),
      project('night', 5, (file) => atNight(file) && !file.is_heavy),
      project('night-heavy', 6, (file) => atNight(file) && file.is_heavy, { maxWorkers: 1 }),
      project('systems', 7, isSystem, {
        isolate: true,
        globalSetup: [...SERVERS, 'test/support/shared-temporal.ts'],
        testTimeout: 900_000,
        maxWorkers: 1,
      }),
    ],
  },
});
