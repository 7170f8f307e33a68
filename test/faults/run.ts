// Breaks a whole running system and judges it. `npm run test:faults -- [scenario …] --seed N --rounds N --leads N --short`.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import pg from 'pg';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { openHome } from '../../src/app/main/home.ts';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { composedVersion, findTemporalCluster } from '../support/find-temporal-cluster.ts';
import { checkInvariants, formatFinding } from './invariants.ts';
import { LOAD_FILE } from './load.ts';
import { commandOf, passed, writeReport } from './report.ts';
import { type Result, runScenario } from './run-scenario.ts';
import { SCENARIOS } from './scenarios/index.ts';
import { findToxiproxy } from './system/find-toxiproxy.ts';
import { V2_POSTGRES } from './system/start-system.ts';

interface Options {
  readonly seed?: string;
  readonly rounds?: string;
  readonly leads?: string;
  readonly speed?: string;
  readonly short?: boolean;
  readonly cluster?: boolean;
  readonly list?: boolean;
  readonly keep?: boolean;
  readonly check?: string;
  readonly mistake?: string;
  readonly report: string;
}

const program = new Command('test:faults')
  .argument('[scenarios...]', 'all of them unless named')
  .option('--seed <n>', 'of every choice; printed, and drawn when left out')
  .option('--rounds <n>', 'kills and the like, where a scenario has rounds')
  .option('--leads <n>', 'enrollments under way')
  .option('--speed <n>', 'virtual time per wall time')
  .option('--short', 'the quick ones only')
  .option('--cluster', 'those on a cluster, and no others')
  .option('--list', 'what there is')
  .option('--keep', 'keep the homes of runs that passed')
  .option('--mistake <name>', 'plant one of those that the scenario is to find: it has to fail')
  .option('--check <home>', 'judge what happened in a home that was kept')
  .option('--report <folder>', 'where faults-report.md goes', '.overture-faults')
  .action(async (names: string[], options: Options) => {
    if (options.list) {
      for (const { name, about, short, cluster } of SCENARIOS)
        console.log(`${name.padEnd(22)} ${cluster ? 'cluster ' : short ? 'short   ' : '        '}${about}`);
      return;
    }
    process.exitCode = options.check === undefined ? await run(names, options) : await check(options.check);
  });

async function run(names: readonly string[], options: Options): Promise<number> {
  const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown.length > 0) {
    console.error(`no scenario is called ${unknown.join(', ')}; --list shows them`);
    return 2;
  }
  if (!existsSync(BUILT_COMMAND)) {
    console.error('dist is not there: npm run build');
    return 2;
  }
  const chosen = SCENARIOS.filter(({ name, short, cluster }) =>
    names.length > 0
      ? names.includes(name)
      : (cluster ?? false) === (options.cluster ?? false) && (!options.short || short),
  );
  const toxiproxy = await findToxiproxy((line) => console.log(line));
  if (toxiproxy === null) {
    console.log('nothing was run: every scenario has toxiproxy between the parts');
    return 3;
  }
  const onCluster = chosen.some(({ cluster }) => cluster);
  const temporal_server = onCluster ? await findTemporalCluster(composedVersion(), (line) => console.log(line)) : null;
  if (onCluster && temporal_server === null) {
    console.log('nothing was run: a cluster needs the server of Temporal');
    return 3;
  }
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const seed = number(options.seed) ?? Date.now() % 1_000_000;
  const results: Result[] = [];
  const skipped: string[] = [];
  for (const scenario of chosen) {
    console.log(`\n${scenario.name}: ${scenario.about}, seed ${seed}`);
    const result = await runScenario(scenario, {
      seed,
      toxiproxy,
      temporal_server: temporal_server ?? undefined,
      leads: number(options.leads),
      rounds: number(options.rounds),
      speed: number(options.speed),
      keep: options.keep ?? false,
      mistake: options.mistake,
      say: (line) => console.log(`  … ${line}`),
    }).catch((error: unknown) => neverBegan(scenario.name, seed, error));
    if (result === null) {
      const lacks = scenario.mail ? 'has no mail server' : 'cannot mount a small disk';
      skipped.push(`${scenario.name}: this machine ${lacks}`);
      console.log(`  skipped: ${skipped.at(-1)}`);
      continue;
    }
    results.push(result);
    for (const each of result.findings) console.log(formatFinding(each));
    if (result.broke !== undefined) console.log(`  BROKE ${result.broke}`);
    console.log(
      `  ${passed(result) ? 'passed' : `FAILED, kept in ${result.home}`} after ${result.seconds} s, ${result.faults} faults`,
    );
    if (!passed(result)) console.log(`  again: ${commandOf(result)}`);
    console.log(`  report: ${writeReport(resolve(options.report), results, skipped)}`);
  }
  return results.every(passed) ? 0 : 1;
}

function opened(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
  return pool;
}

function neverBegan(scenario: string, seed: number, error: unknown): Result {
  const broke = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { scenario, seed, leads: 0, rounds: 0, faults: 0, seconds: 0, home: 'nowhere', findings: [], broke };
}

/** The invariant script alone. */
async function check(folder: string): Promise<number> {
  const home = openHome(folder);
  if (!existsSync(home.path(LOAD_FILE))) {
    console.error(`${home.folder} is not the home of a fault run`);
    return 2;
  }
  const server = await startPostgres({ folder: home.path('postgres') });
  const other = existsSync(home.path(V2_POSTGRES)) ? await startPostgres({ folder: home.path(V2_POSTGRES) }) : server;
  const [engine, v2] = [opened(server.url('overture')), opened(other.url('overture_v2'))];
  try {
    const findings = await checkInvariants({ home: home.folder, v2, engine });
    for (const each of findings) console.log(formatFinding(each));
    return findings.every(({ ok }) => ok) ? 0 : 1;
  } finally {
    await Promise.all([engine.end(), v2.end()]);
    for (const each of new Set([server, other])) if (!each.adopted) await each.stop();
  }
}

// The parts that run in the background are ended with us.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await program.parseAsync();
