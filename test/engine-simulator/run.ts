// The whole engine in one process, with every crash and every order that a seed can choose:
// `npm run test:simulator -- --seed 1 --histories 2000 --minutes 10 --mix large`, `-- --replay <what a failure printed>`, `-- --mutations`,
// `-- --aim`, `-- --choose`.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { formatCpuTime, postgresCpuTime } from '../bench/cpu-time.ts';
import { searchSeed, writeAimedSeeds } from './aim.ts';
import { AIMED } from './aimed-seeds.ts';
import { chooseSeeds, type Room, situationsOf, type Walked, writeDaySeeds } from './choose-seeds.ts';
import { type Failure, runHistories, type Sum, seedsFrom } from './histories.ts';
import type { Mutation } from './mutation.ts';
import { MUTATIONS } from './mutations.ts';
import { openServer } from './open-server.ts';
import { runHistory } from './run-history.ts';
import { eachOf, handOut, type Seeds, seedsFor, seedsOfParent } from './share-seeds.ts';
import { decodeScript } from './shrink.ts';
import { stayOnCore } from './stay-on-core.ts';
import { createTestDatabase } from './test-database.ts';
import { realNow } from './virtual-time.ts';
import { MIXES, type Mix } from './write-script.ts';

/** The options of the command. */
interface Options {
  readonly seed: number;
  readonly histories: number;
  readonly minutes?: number;
  readonly workers: number;
  readonly mix: Mix;
  readonly replay?: string;
  readonly shrink: boolean;
  readonly mostFailures: number;
  readonly mutations?: boolean;
  readonly aim?: boolean;
  readonly choose?: boolean;
  readonly mutation?: string;
  /** The place of a process among those of one run, which tells it of the server by a message. */
  readonly worker?: number;
}

const number = (text: string): number => {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError('a number, 0 or more, is expected.');
};

const values = new Command('test:simulator')
  .description('Runs random histories of the whole engine in one process, and shrinks what breaks a promise.')
  .option('--seed <n>', 'of the first history; the next ones count on', number, 1)
  .option('--histories <n>', 'at most', number, 2000)
  .option('--minutes <n>', 'at most; no limit unless given', number)
  .option(
    '--workers <n>',
    'processes; where they are as many as the cores, each stays on its own',
    number,
    availableParallelism(),
  )
  .addOption(new Option('--mix <mix>', 'how large the histories are').choices(Object.keys(MIXES)).default('mixed'))
  .option('--replay <script>', 'one history: what a failure printed, or a seed')
  .option('--no-shrink', 'leave a failure as it was found')
  .option('--most-failures <n>', 'stop after so many', number, 3)
  .option('--mutations', 'plant every known mistake and find it')
  .option('--aim', 'the same, and write down for npm test which seed finds it soonest')
  .option('--choose', 'write down for npm test which of these histories see the most in few steps')
  .addOption(new Option('--mutation <name>', 'plant one mistake').choices(MUTATIONS.map(({ name }) => name)))
  .addOption(new Option('--worker <n>').argParser(number).hideHelp())
  .parse()
  .opts<Options>();
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { workers, mix } = values;
/** Before the server and the other processes are started, which a run waits for as well. */
const began = realNow();
const until = began + (values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const mutation = MUTATIONS.find(({ name }) => name === values.mutation);

/** Seeds that are tried for one mistake. Of those that show it, one seed of fifty at least does. */
const MOST_SEEDS = 200;
/** Takes less than a minute of CPU. */
const BY_DAY: Room = { steps: 16_000, histories: 200 };

function show({ seed, findings, replay, script }: Failure): void {
  print(`\nseed ${seed}:`);
  for (const { invariant, text } of findings) print(`  ${invariant}: ${text}`);
  print(`  ${JSON.stringify(script)}`);
  print(`  npm run test:simulator -- --replay '${replay}'`);
}

/** The sum of what a process of the run has walked, with the milliseconds of CPU that it took from its start. */
type Share = Sum & { readonly cpu: number };

async function work(server: string, worker: number, seeds: Seeds): Promise<Share> {
  const database = await createTestDatabase(server, `simulator_${worker}`);
  if (workers === availableParallelism()) stayOnCore(worker, database.pids);
  try {
    const sum = await runHistories(database, {
      ...{ seeds: eachOf(seeds), onNone: () => seeds.skip(), histories: values.histories },
      until,
      most_failures: values.mostFailures,
      shrink: values.shrink,
      mutation,
      mix,
      onFound: (seed, findings) =>
        print(`seed ${seed}: ${findings.map(({ invariant, text }) => `${invariant}: ${text}`).join('; ')}`),
      onFailure: show,
    });
    const { user, system } = process.cpuUsage();
    return { ...sum, cpu: (user + system) / 1000 };
  } finally {
    await database.close();
  }
}

/**
 * Starts a process for some of the histories, of which none knows of another. It takes a second to load, as the server does to start. Returns what has it
 * begin.
 */
function forkWorker(at: number, seeds: Seeds): (server: string) => Promise<Share> {
  const child = fork(process.argv[1] ?? '', [...process.argv.slice(2), '--worker', String(at)]);
  handOut(seeds, child);
  const sum = new Promise<Share>((resolve, reject) => {
    child.on('message', (message) => {
      if ('share' in Object(message)) resolve((message as { share: Share }).share);
    });
    child.once('exit', (code) => reject(new Error(`a process of the run ended with ${code}`)));
  });
  // It is looked at by whoever has it begin.
  sum.catch(() => undefined);
  return (server) => {
    child.send(server);
    return sum;
  };
}

async function replay(server: string, text: string): Promise<number> {
  const database = await createTestDatabase(server, 'simulator_replay');
  const script = /^\d+$/.test(text) ? (mutation?.write ?? MIXES[mix])(Number(text)) : decodeScript(text);
  const result = await runHistory(database, script, { trace: true, mutation });
  for (const line of result.trace) print(line);
  for (const { invariant, text: what } of result.findings) print(`${invariant}: ${what}`);
  await database.close();
  return result.findings.length;
}

/** Plants every mistake in turn. Returns how many were not found, or were in histories that the engine as it is does not come through. */
async function tryMutations(server: string): Promise<number> {
  const database = await createTestDatabase(server, 'simulator_mutations');
  const known = MUTATIONS.filter(({ name }) => values.mutation === undefined || name === values.mutation);
  const seeds = new Map<string, number>();
  let missed = 0;
  for (const one of known) {
    const search = { first: values.seed, seeds: Math.min(values.histories, MOST_SEEDS) };
    const { seed, shown, tried, broken } = await searchSeed(database, one, search);
    if (seed !== null) seeds.set(one.name, seed);
    if (seed === null || broken.length > 0) missed += 1;
    print(
      `${one.name}: ${seed === null ? 'not found' : `${one.breaks} by seed ${seed}`}, ${shown} of ${tried} show it`,
    );
    for (const { seed: at, sound } of broken)
      for (const { invariant, text } of sound.findings) print(`  without it too, by seed ${at}: ${invariant}: ${text}`);
  }
  await database.close();
  if (values.aim) {
    const of = ({ name }: Mutation): [string, number][] => {
      const seed = seeds.get(name) ?? AIMED[name];
      return seed === undefined ? [] : [[name, seed]];
    };
    writeAimedSeeds(Object.fromEntries(MUTATIONS.flatMap(of)));
  }
  return missed;
}

/** Walks all of them, and chooses. */
async function choose(server: string): Promise<void> {
  const database = await createTestDatabase(server, 'simulator_choice');
  const walked: Walked[] = [];
  for (const seed of seedsFrom(values.seed)) {
    if (walked.length === values.histories) break;
    const { judged, steps, trace } = await runHistory(database, MIXES.mixed(seed), { trace: true });
    if (judged !== null) walked.push({ seed, steps, situations: situationsOf(trace) });
  }
  await database.close();
  const seeds = chooseSeeds(walked, BY_DAY);
  writeDaySeeds(seeds);
  const chosen = walked.filter(({ seed }) => seeds.includes(seed));
  const seen = (all: readonly Walked[]): number => new Set(all.flatMap(({ situations }) => [...situations])).size;
  const steps = chosen.reduce((sum, one) => sum + one.steps, 0);
  print(`${seeds.length} of ${walked.length} histories, ${steps} steps: ${seen(chosen)} of ${seen(walked)} situations`);
}

/** Walks histories on each core. */
async function walk(
  { server, pid }: { readonly server: string; readonly pid: number | null },
  seeds: Seeds,
  others: readonly ReturnType<typeof forkWorker>[],
): Promise<void> {
  const sums = await Promise.all([work(server, 0, seeds), ...others.map((begin) => begin(server))]);
  const seconds = (realNow() - began) / 1000;
  const total = (of: (sum: Share) => number): number => sums.reduce((all, sum) => all + of(sum), 0);
  const histories = total((sum) => sum.histories);
  const cpu = { Node: total((sum) => sum.cpu), Postgres: pid === null ? 0 : postgresCpuTime(pid) };
  const each = new Map(Object.entries(cpu).map(([part, ms]) => [part, ms / histories]));
  print(
    `seed ${values.seed}: ${histories} histories in ${Math.round(seconds)} s (${Math.round((histories / seconds) * 60)} a minute), ` +
      `${total((sum) => sum.people)} people, ${total((sum) => sum.steps)} steps, ${total((sum) => sum.effects)} effects, ` +
      `${total((sum) => sum.faults)} faults, ${total((sum) => sum.failures.length)} failures; ${formatCpuTime(each)}`,
  );
  process.exitCode = Math.min(
    1,
    total((sum) => sum.failures.length),
  );
}

/** Does what the options ask for, with a server of its own. */
async function main(): Promise<void> {
  const walks = values.replay === undefined && !values.choose && !values.mutations && !values.aim;
  const seeds = seedsFor(values.histories, values.seed);
  const others = Array.from({ length: walks ? workers - 1 : 0 }, (_, at) => forkWorker(at + 1, seeds));
  const { stop, ...opened } = await openServer();
  const { server } = opened;
  try {
    if (values.replay !== undefined) process.exitCode = Math.min(1, await replay(server, values.replay));
    else if (values.choose) await choose(server);
    else if (values.mutations || values.aim) process.exitCode = Math.min(1, await tryMutations(server));
    else await walk(opened, seeds, others);
  } finally {
    await stop();
  }
}

const { worker } = values;
if (worker === undefined) void main();
else {
  process.once('message', async (server) =>
    process.send?.({ share: await work(String(server), worker, seedsOfParent()) }),
  );
}
