// Reads sequences that nobody would write, then calls every operation of both documents with what their schemas allow and forbid.
// `npm run test:fuzz -- [--long] [--seed 7] [--path /v2/login | --language]`; `--language`: the sequences alone.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { ACTIONS } from '../../src/v2/contract/actions.ts';
import { logStats } from '../../src/v2/contract/records/log.ts';
import { findSchemathesis } from './find-schemathesis.ts';
import { fuzzLanguage } from './language.ts';
import { startEngine } from './start-engine.ts';
import { type Ids, startWorld, type World } from './start-world.ts';

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
];

const values = new Command('test:fuzz')
  .description(
    'Reads sequences that nobody would write, then calls every operation with what its schemas allow and forbid.',
  )
  .option('--long', 'many more of both', false)
  .option('--seed <n>', 'of every choice', '1')
  .option('--path <path>', 'this path alone, such as /v2/login or /api/leads')
  .option('--language', 'the sequences alone', false)
  .parse()
  .opts<{ readonly long: boolean; readonly seed: string; readonly path?: string; readonly language: boolean }>();
const progress = (line: string) => void process.stdout.write(`${line}\n`);

if (values.path === undefined) {
  const fuzzed = await fuzzLanguage({ runs: values.long ? 300_000 : 20_000, seed: Number(values.seed) });
  progress(
    `language: ${fuzzed.texts} texts, ${fuzzed.valid} of them sequences, the slowest took ${fuzzed.slowest_ms} ms`,
  );
}
if (values.language) process.exit(0);

const schemathesis = findSchemathesis(progress);
if (schemathesis === null) process.exit(process.env.CI ? 1 : 0);
const work = mkdtempSync(join(tmpdir(), 'overture-fuzz-run-'));
const ids = join(work, 'ids.json');
const isEngine = values.path === undefined || values.path.startsWith('/api/');
const isService = values.path === undefined || !isEngine;
try {
  if (isEngine) {
    await fuzz(await startEngine(), '/api/openapi.json', {
      hooks: 'engine_hooks.py',
      checks: CHECKS,
      // A stream does not end; its refusals are tested apart.
      without: '^/api/events$',
      seconds: 300,
    });
  }
  if (isService) {
    const world = await startWorld();
    await fuzz({ ...world, header: `x-api-key: ${world.api_key}` }, '/openapi.json', {
      hooks: 'hooks.py',
      checks: [...CHECKS, 'envelope'],
      without: '/stream$',
      seconds: 170,
      after: () => tellDepth(world),
    });
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

interface Fuzzable {
  readonly url: string;
  /** The key, as a header. */
  readonly header: string;
  readonly ids: Ids;
  stop(): Promise<void>;
}

/** Calls every operation of the document; the exit code says whether one answer broke it. */
async function fuzz(
  world: Fuzzable,
  document: string,
  how: {
    readonly hooks: string;
    readonly checks: readonly string[];
    readonly without: string;
    /** At most so long, without `--long`. */
    readonly seconds: number;
    readonly after?: () => Promise<void>;
  },
): Promise<void> {
  writeFileSync(ids, JSON.stringify(world.ids));
  try {
    // It is made once, and on a busy machine takes longer than Schemathesis waits for it.
    await (await fetch(`${world.url}${document}`)).text();
    const code = await run(schemathesis ?? '', how.hooks, [
      'run',
      `${world.url}${document}`,
      ...['--url', world.url],
      ...['--header', world.header],
      ...['--checks', how.checks.join(',')],
      ...['--phases', 'examples,coverage,fuzzing'],
      ...['--max-examples', values.long ? '300' : '12'],
      ...['--seed', values.seed],
      ...['--generation-database', 'none'],
      ...['--suppress-health-check', 'all'],
      ...['--request-timeout', '20'],
      ...['--warnings', 'off'],
      ...['--output-sanitize', 'false'],
      '--continue-on-failure',
      ...(values.long ? [] : ['--no-shrink', '--max-time', `${how.seconds}`]),
      ...(values.path === undefined ? [] : ['--include-path-regex', values.path]),
      ...['--exclude-path-regex', how.without],
    ]);
    if (code !== 0) process.exitCode = code;
    await how.after?.();
  } finally {
    await world.stop();
  }
}

function run(command: string, hooks: string, args: readonly string[]): Promise<number> {
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: join(PACKAGE_ROOT, 'test/fuzz', hooks),
    FUZZ_IDS: ids,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const child = spawn(command, args, { cwd: work, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 1));
  });
}

/** How far the calls came: an action that never succeeded was tried at its door only. */
async function tellDepth(world: World): Promise<void> {
  const answer = await fetch(`${world.url}/v2/logs/stats`, { headers: { 'x-api-key': world.api_key } });
  const stats = logStats.parse(Object((await answer.json()) as unknown).data);
  const known = stats.by_action.filter(({ action }) => ACTIONS.some((definition) => definition.action === action));
  const never = known.filter(({ successes }) => successes === 0).map(({ action, calls }) => `${action} (${calls})`);
  progress(`${stats.total_calls} calls in the log; actions that never succeeded: ${never.join(', ') || 'none'}`);
}
