import { Client, Connection } from '@temporalio/client';
import type { BenchOptions } from './bench-options.ts';
import { countStatements, letCountStatements, statementsBetween } from './count-statements.ts';
import { type CpuTime, cpuBetween, formatCpuTime, outsideV2, readCpuTime } from './cpu-time.ts';
import { enroll, FINISHED, finished, makePeople, type Person, prepareOwner, SEQUENCE, until } from './enroll-people.ts';
import { type HandWritten, startOnDbos, startOnTemporal } from './hand-written.ts';
import { post, type Served } from './post.ts';
import { type Figure, median } from './ratio.ts';
import { benchTelemetry } from './telemetry-costs.ts';
import { type BenchSystem, withSystem } from './with-system.ts';

/** Statements in the engine's database for each enrollment, at most. */
const MOST_STATEMENTS = 20;
/** Outside of the V2 service, per enrollment. */
const MOST_CPU_MS = 90;
/** So many of the most frequent are shown. */
const SHOWN = 15;
/** Programs that do the same by hand, with the share of their speed that ours must reach. */
const BY_HAND = {
  'by hand without any guard': 1.2,
  'by hand with the least of guards': 1.3,
  'DBOS by hand': 0.35,
} as const;
/** People before the first round: a process that has just begun compiles its code, and plans its statements on each connection. */
const WARM_UP = 100;
/** The network lets an account send no more of them. */
const INVITATIONS_A_WEEK = 200;
type ByHand = keyof typeof BY_HAND;
type Sides = Readonly<Record<ByHand, HandWritten>>;

interface Measured {
  readonly people: number;
  readonly seconds: number;
  /** CPU time of one enrollment. */
  readonly cpu: CpuTime;
}

/**
 * Enrollments from start to end per second: through our API, plans, intents, slots, timeline, signed webhooks and stop flags,
 * against a hand-written workflow of the same steps: with plain activities on the same Temporal, without any guard and with the least of them,
 * and on DBOS without any. Same V2 service, same people.
 */
export async function benchEnrollments(report: (line: string) => void, options: BenchOptions): Promise<Figure[]> {
  const compared = await withSystem(report, {}, (bench) => compare(report, bench, options), letCountStatements);
  return [...compared, ...(await benchTelemetry(report))];
}

async function compare(report: (line: string) => void, bench: BenchSystem, options: BenchOptions): Promise<Figure[]> {
  const { system, v2 } = bench;
  const temporal = system.run.temporal?.address ?? '';
  const client = new Client({ connection: await Connection.connect({ address: temporal }) });
  const started: HandWritten[] = [];
  const begin = async (side: Promise<HandWritten>): Promise<HandWritten> => {
    const one = await side;
    started.push(one);
    return one;
  };
  try {
    // One owner for each side, so that none gets the others' webhooks.
    const accounts = await prepareOwner(v2, options.accounts);
    await post(bench.api, '/api/sequences', SEQUENCE);
    const [unguarded, guarded, dbos] = [
      await newOwner(bench, options),
      await newOwner(bench, options),
      await newOwner(bench, options),
    ];
    const [rows, workflows] = [await newDatabase(bench, 'bench_guarded'), await newDatabase(bench, 'bench_dbos')];
    const sides: Sides = {
      'by hand without any guard': await begin(
        startOnTemporal(client, unguarded.owner, { ...unguarded.as, type: 'baseline', temporal }),
      ),
      'by hand with the least of guards': await begin(
        startOnTemporal(client, guarded.owner, { ...guarded.as, type: 'guarded', temporal, database: rows }),
      ),
      'DBOS by hand': await begin(startOnDbos(dbos.owner, { ...dbos.as, database: workflows })),
    };
    return await takeTurns(report, bench, { sides, accounts }, options);
  } finally {
    for (const side of started) await side.close();
    await client.connection.close();
  }
}

async function newOwner({ v2 }: BenchSystem, { accounts }: BenchOptions) {
  const { api_key: key } = await post<{ api_key: string }>(v2, '/sandbox/users', {});
  const owner = { url: v2.url, headers: { 'x-api-key': key } };
  return { owner, as: { v2: v2.url, key, accounts: await prepareOwner(owner, accounts) } };
}

async function newDatabase({ engine, url }: BenchSystem, name: string): Promise<string> {
  await engine.query(`create database ${name}`);
  return url(name);
}

async function takeTurns(
  report: (line: string) => void,
  { system, v2, api, engine }: BenchSystem,
  { sides, accounts }: { readonly sides: Sides; readonly accounts: readonly string[] },
  { rounds, people: perRound = 100 }: BenchOptions,
): Promise<Figure[]> {
  const names = Object.keys(BY_HAND) as ByHand[];
  const pids = Object.fromEntries(names.map((name) => [name, sides[name].worker.pid]));
  const measured = async (people: number, work: () => Promise<void>): Promise<Measured> => {
    const before = readCpuTime(system, pids);
    const started = performance.now();
    await work();
    const seconds = (performance.now() - started) / 1000;
    return { people, seconds, cpu: cpuBetween(before, readCpuTime(system, pids), people) };
  };
  const nextWeek = () => post(v2, '/sandbox/clock', { advance: 'P8D' });
  // Whoever is more than their accounts may invite in a week goes in several, of which only the work is measured.
  const inWeeks = async (count: number, owner: Served, work: (people: readonly Person[]) => Promise<void>) => {
    const weeks: Measured[] = [];
    const most = accounts.length * INVITATIONS_A_WEEK;
    for (let left = count; left > 0; left -= most) {
      if (left < count) await nextWeek();
      const people = await makePeople(owner, Math.min(left, most));
      weeks.push(await measured(people.length, () => work(people)));
    }
    return inAll(weeks);
  };
  const ours = (count: number) =>
    inWeeks(count, v2, async (people) => {
      const before = await finished(engine);
      await enroll(api, people, accounts);
      await until(async () => (await finished(engine)) >= before + people.length);
    });
  const byHand = (side: HandWritten, count: number) =>
    inWeeks(count, side.owner, async (people) => {
      const before = await side.completed();
      await Promise.all(people.map((person) => side.start(person)));
      await until(async () => (await side.completed()) >= before + people.length);
    });

  await ours(WARM_UP);
  for (const name of names) await byHand(sides[name], WARM_UP);
  const all: { ours: Measured; others: Record<ByHand, Measured>; statements: number }[] = [];
  for (let round = 1; round <= rounds; round++) {
    // Once for all sides: after a month the service keeps none of our events any more, and each account has its inbox searched.
    await nextWeek();
    const before = await countStatements(engine, FINISHED.slice(0, 40));
    const one = await ours(perRound);
    const asked = statementsBetween(before, await countStatements(engine, FINISHED.slice(0, 40)), perRound);
    const statements = sum(asked.map(({ calls }) => calls));
    const others = {} as Record<ByHand, Measured>;
    for (const name of names) others[name] = await byHand(sides[name], perRound);
    all.push({ ours: one, others, statements });
    report(`round ${round}: ${statements.toFixed(0)} statements for each of ours`);
    for (const [name, side] of Object.entries({ ours: one, ...others }))
      report(
        `  ${name}: ${speedOf(side).toFixed(1)}/s; ${outsideV2(side.cpu).toFixed(1)} ms outside V2: ${formatCpuTime(side.cpu)}`,
      );
    if (round < rounds) continue;
    for (const { query, calls } of asked.slice(0, SHOWN))
      report(`  ${calls.toFixed(2)} × ${query.replace(/\s+/g, ' ').trim().slice(0, 100)}`);
  }
  const speeds = all.map(({ ours }) => speedOf(ours));
  return [
    ...names.map((name) => ({
      what: `enrollments/s, against ${name}`,
      ...{ unit: 'enrollments/s', ours: speeds, baseline: all.map(({ others }) => speedOf(others[name])) },
      aim: BY_HAND[name],
    })),
    {
      what: 'CPU outside of the V2 service',
      ...{ unit: 'ms an enrollment', measured: median(all.map(({ ours }) => outsideV2(ours.cpu))), aim: MOST_CPU_MS },
    },
    {
      what: "statements to the engine's database",
      ...{ unit: 'an enrollment', measured: median(all.map(({ statements }) => statements)), aim: MOST_STATEMENTS },
    },
  ];
}

/** Enrollments per second. */
const speedOf = ({ people, seconds }: Measured): number => people / seconds;

/** Sums up the weeks of a round. */
function inAll(weeks: readonly Measured[]): Measured {
  const people = sum(weeks.map((week) => week.people));
  const parts = new Set(weeks.flatMap(({ cpu }) => [...cpu.keys()]));
  const spentOn = (part: string) => sum(weeks.map((week) => (week.cpu.get(part) ?? 0) * week.people));
  return {
    people,
    seconds: sum(weeks.map(({ seconds }) => seconds)),
    cpu: new Map([...parts].map((part) => [part, spentOn(part) / people])),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
