import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { openHome } from '../../src/app/main/home.ts';
import type { TemporalServer } from '../../src/app/main/temporal/start-temporal.ts';
import { ENROLLMENT_WORKFLOW } from '../../src/core/engine/contracts.ts';
import { createRole, type RoleProcess } from '../faults/system/process.ts';
import { prepareTemporalCluster, type TemporalCluster } from '../faults/system/temporal-cluster.ts';
import { composedVersion, findTemporalCluster } from '../support/find-temporal-cluster.ts';
import { temporaryHome } from '../support/temporary-home.ts';
import type { BenchOptions } from './bench-options.ts';
import { countStatements, letCountStatements } from './count-statements.ts';
import { type CpuTime, cpuBetween, formatCpuTime, outsideV2, postgresCpuTime, readCpuTime } from './cpu-time.ts';
import { enroll, FINISHED, finished, makePeople, type Person, prepareOwner, SEQUENCE, until } from './enroll-people.ts';
import { type HandWritten, type Sender, startFurtherWorker, startOnTemporal } from './hand-written.ts';
import { post } from './post.ts';
import { type Figure, median } from './ratio.ts';
import { type BenchSystem, withSystem } from './with-system.ts';

const WORKERS = [1, 2, 3] as const;
type Count = (typeof WORKERS)[number];
/** With three workers a person may cost so many times what they cost with one: more would be work that workers make for each other. */
const MOST_WITH_THREE = 1.15;
const AIM_AGAINST_BARE = 0.7;
/** So many walk before those who are measured, whenever there are other workers than before. */
const WARM_UP = 60;
/**
 * People a second for each worker, and how many of them, where each worker has the same load: two cores are too few for three workers at full speed, where
 * each has a third of the people and so shares fewer statements.
 */
const EACH_PER_SECOND = 2;
const AT_A_RATE = 50;
/** People who come at a rate come so often a second. */
const ARRIVALS = 2;

interface Measured {
  /** Enrollments per second. */
  readonly speed: number;
  /** The CPU time of one enrollment. */
  readonly cpu: CpuTime;
  /** The mean length of a history, in events: what workers disagree about makes walks wait, and longer. */
  readonly events: number;
  /** Statements to the engine's database, per enrollment: steps of one worker share them, those of two do not. */
  readonly statements: number;
}

type Side = 'ours' | 'bare';
interface Phases {
  /** All people come at once. */
  readonly full: Measured;
  /** Each worker gets as many a second, however many there are. */
  readonly at_a_rate: Measured;
}
type Round = Readonly<Record<Side, ReadonlyMap<Count, Phases>>>;

/**
 * Enrollments on the server of Temporal that the compose file names, with one, two and three workers, against a bare workflow of the same steps with as
 * many. Where there are more cores than here, what scales is what costs no more CPU for each person with more workers of the same load.
 */
export async function benchCluster(report: (line: string) => void, options: BenchOptions): Promise<Figure[]> {
  const programs = await findTemporalCluster(composedVersion(), report);
  if (programs === null) return [];
  const home = openHome(temporaryHome('overture-bench-temporal-'));
  const cluster = await prepareTemporalCluster(home, programs);
  let server: TemporalServer | undefined;
  try {
    server = await cluster.start();
    const temporal = server;
    const env = { TEMPORAL_ADDRESS: temporal.address };
    const prepare = letCountStatements;
    return await withSystem(report, env, (bench) => compare(report, { bench, temporal, cluster }, options), prepare);
  } finally {
    await server?.stop();
    await cluster.stop();
    rmSync(home.folder, { recursive: true, force: true });
  }
}

interface OnCluster {
  readonly bench: BenchSystem;
  readonly temporal: TemporalServer;
  readonly cluster: TemporalCluster;
}

async function compare(report: (line: string) => void, on: OnCluster, options: BenchOptions): Promise<Figure[]> {
  const { bench, temporal, cluster } = on;
  const { v2, api, engine, system } = bench;
  const { rounds, people: perRound = 100 } = options;
  const client = new Client({ connection: await Connection.connect({ address: temporal.address }) });
  const accounts = await prepareOwner(v2, options.accounts);
  await post(api, '/api/sequences', SEQUENCE);
  const { api_key: key } = await post<{ api_key: string }>(v2, '/sandbox/users', {});
  const owner = { url: v2.url, headers: { 'x-api-key': key } };
  const as = { v2: v2.url, key, accounts: await prepareOwner(owner, options.accounts) };
  const ours = furtherWorkers(on);
  const bare = await bareWorkers(client, owner, as, temporal.address);
  const statementsSoFar = async () => sumOf([...(await countStatements(engine, FINISHED.slice(0, 40))).values()]);
  const measured = async (type: string, count: number, work: () => Promise<void>): Promise<Measured> => {
    const read = () => {
      const cpu = readCpuTime(system, { ...ours.pids(), ...bare.pids(), Temporal: temporal.pid });
      return new Map([...cpu, ["Temporal's Postgres", postgresCpuTime(cluster.postgresPid())] as const]);
    };
    const begun = new Date();
    const asked = await statementsSoFar();
    const before = read();
    const started = performance.now();
    await work();
    const seconds = (performance.now() - started) / 1000;
    const cpu = cpuBetween(before, read(), count);
    const statements = ((await statementsSoFar()) - asked) / count;
    return { speed: count / seconds, cpu, statements, events: await meanEvents(client, type, begun) };
  };
  const play: Readonly<Record<Side, (count: number, per_second?: number) => Promise<Measured>>> = {
    async ours(count, per_second) {
      const people = await makePeople(v2, count);
      const before = await finished(engine);
      return measured(ENROLLMENT_WORKFLOW, count, async () => {
        await arrive(people, per_second, (group) => enroll(api, group, accounts));
        await until(async () => (await finished(engine)) >= before + count);
      });
    },
    async bare(count, per_second) {
      const people = await makePeople(owner, count);
      const before = await bare.side.completed();
      return measured('baseline', count, async () => {
        await arrive(people, per_second, (group) => Promise.all(group.map((person) => bare.side.start(person))));
        await until(async () => (await bare.side.completed()) >= before + count);
      });
    },
  };
  const all: Round[] = [];
  try {
    for (let round = 1; round <= rounds; round++) {
      const measures = { ours: new Map<Count, Phases>(), bare: new Map<Count, Phases>() };
      // One way, then the other: what the machine does beside it changes with time.
      for (const count of round % 2 === 0 ? WORKERS.toReversed() : WORKERS) {
        // Another week: the network lets an account send only so many invitations in one.
        await post(v2, '/sandbox/clock', { advance: 'P8D' });
        await Promise.all([ours.beAsMany(count), bare.beAsMany(count)]);
        for (const side of ['ours', 'bare'] as const) {
          const shown = (what: string, one: Measured) => {
            const statements = side === 'ours' ? `, ${one.statements.toFixed(1)} statements` : '';
            report(`round ${round}, ${side}, ${count} workers, ${what}: ${one.speed.toFixed(1)}/s`);
            report(`  ${one.events.toFixed(1)} events${statements}; ${formatCpuTime(one.cpu)}`);
            return one;
          };
          // A new process compiles its code, and has every statement planned anew over each of its connections.
          await play[side](WARM_UP);
          const full = shown('at once', await play[side](perRound));
          await post(v2, '/sandbox/clock', { advance: 'P8D' });
          const at_a_rate = shown(
            'the same load of each',
            await play[side](AT_A_RATE * count, EACH_PER_SECOND * count),
          );
          measures[side].set(count, { full, at_a_rate });
        }
      }
      all.push(measures);
    }
  } finally {
    await ours.stop();
    await bare.stop();
    await client.connection.close();
  }
  return figuresOf(all);
}

/** Lets people come, so many a second or all at once. */
async function arrive(
  people: readonly Person[],
  per_second: number | undefined,
  begin: (group: readonly Person[]) => Promise<unknown>,
): Promise<void> {
  const size = per_second === undefined ? people.length : Math.ceil(per_second / ARRIVALS);
  const started = performance.now();
  for (let at = 0; at < people.length; at += size) {
    await sleep(Math.max(0, started + ((at / size) * 1000) / ARRIVALS - performance.now()));
    await begin(people.slice(at, at + size));
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The mean length of the histories that were begun since then and have ended. */
async function meanEvents(client: Client, type: string, since: Date): Promise<number> {
  const query = `WorkflowType = '${type}' and StartTime >= '${since.toISOString()}' and ExecutionStatus = 'Completed'`;
  const lengths: number[] = [];
  for await (const { historyLength = 0 } of client.workflow.list({ query })) lengths.push(historyLength);
  return sumOf(lengths) / Math.max(1, lengths.length);
}

function figuresOf(rounds: readonly Round[]): Figure[] {
  const of = (side: Side, count: Count, read: (measured: Phases) => number) =>
    rounds.flatMap((round) => {
      const one = round[side].get(count);
      return one === undefined ? [] : [read(one)];
    });
  const cpu = (side: Side, count: Count) => of(side, count, ({ at_a_rate }) => outsideV2(at_a_rate.cpu));
  const speed = (side: Side, count: Count) => of(side, count, ({ full }) => full.speed);
  const growth = (side: Side) => median(cpu(side, 3)) / median(cpu(side, 1));
  return [
    ...WORKERS.map(
      (count): Figure => ({
        what: `enrollments/s with ${count} of the workers, against a bare workflow with as many`,
        ...{ unit: 'enrollments/s', ours: speed('ours', count), baseline: speed('bare', count), aim: AIM_AGAINST_BARE },
      }),
    ),
    {
      what: 'CPU outside of the V2 service with three workers, against one, each with the same load',
      ...{ unit: 'ms an enrollment', ours: cpu('ours', 3), baseline: cpu('ours', 1), aim: MOST_WITH_THREE },
      at_most: true,
    },
    {
      what: 'the growth of that, against the growth of a bare workflow',
      ...{ unit: 'times', measured: growth('ours') / growth('bare'), aim: MOST_WITH_THREE },
    },
  ];
}

interface Workers {
  /** One is always there. */
  beAsMany(count: Count): Promise<void>;
  pids(): Readonly<Record<string, number | undefined>>;
  stop(): Promise<void>;
}

/** Workers of ours beside the one of the system. */
function furtherWorkers({ bench: { system, home, v2 }, temporal }: OnCluster): Workers {
  const roles = WORKERS.slice(1).map(
    (number): RoleProcess =>
      createRole({
        ...{ name: `worker-${number}`, args: ['worker'], log_file: join(home, `worker-${number}.log`) },
        env: {
          ...process.env,
          ...{ OVERTURE_HOME: home, OVERTURE_LOG_LEVEL: 'warn', OVERTURE_METRICS_PORT: '0' },
          ...{ DATABASE_URL: system.run.postgres?.url, TEMPORAL_ADDRESS: temporal.address },
          ...{ V2_BASE_URL: v2.url, V2_API_KEY: system.v2_key, OVERTURE_LIMITS: mkdtempSync(join(home, 'limits-')) },
        },
      }),
  );
  return {
    async beAsMany(count) {
      await Promise.all(roles.map((role, at) => (at + 2 <= count ? role.start() : role.kill('SIGTERM'))));
    },
    pids: () => Object.fromEntries(roles.map((role) => [role.name, role.pid() ?? undefined])),
    async stop() {
      await Promise.all(roles.map((role) => role.kill()));
    },
  };
}

async function bareWorkers(
  client: Client,
  owner: HandWritten['owner'],
  as: Sender,
  temporal: string,
): Promise<Workers & { readonly side: HandWritten }> {
  const side = await startOnTemporal(client, owner, { ...as, type: 'baseline', temporal });
  const further: ChildProcess[] = [];
  const end = (worker: ChildProcess | undefined) => worker?.kill('SIGKILL');
  return {
    side,
    async beAsMany(count) {
      while (further.length > count - 1) end(further.pop());
      while (further.length < count - 1) further.push(await startFurtherWorker({ ...as, type: 'baseline', temporal }));
    },
    pids: () =>
      Object.fromEntries([side.worker, ...further].map((worker, at) => [`bare worker ${at + 1}`, worker.pid])),
    async stop() {
      for (const worker of further) end(worker);
      await side.close();
    },
  };
}
