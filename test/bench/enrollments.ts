import { Client, Connection } from '@temporalio/client';
import { countStatements, letCountStatements, statementsBetween } from './count-statements.ts';
import { formatCpuTime, readCpuTime } from './cpu-time.ts';
import { FINISHED, finished, makePeople, prepareOwner, SEQUENCE, until } from './enroll-people.ts';
import { type HandWritten, startHandWritten } from './hand-written.ts';
import { post } from './post.ts';
import { type Figure, median } from './ratio.ts';
import { benchTelemetry } from './telemetry-costs.ts';
import { type BenchSystem, withSystem } from './with-system.ts';

const ROUNDS = 5;
const PER_ROUND = 100;
/** Of the engine's database, per enrollment. */
const MOST_STATEMENTS = 30;
/** So many of the most frequent are shown. */
const SHOWN = 15;

interface Measured {
  /** Enrollments per second. */
  readonly speed: number;
  readonly cpu: string;
}

/**
 * Enrollments from start to end per second: through our API, plans, intents, slots, timeline, signed webhooks and stop flags,
 * against a hand-written workflow of the same steps with plain activities, without any guard and with the least of them; same Temporal,
 * same V2 service, same people.
 */
export async function benchEnrollments(report: (line: string) => void): Promise<Figure[]> {
  const compared = await withSystem(report, {}, (bench) => compare(report, bench), letCountStatements);
  return [...compared, ...(await benchTelemetry(report))];
}

async function compare(report: (line: string) => void, bench: BenchSystem): Promise<Figure[]> {
  const { system, v2, engine } = bench;
  const temporal = system.run.temporal?.address ?? '';
  const client = new Client({ connection: await Connection.connect({ address: temporal }) });
  await engine.query('create database bench_guarded');
  const others: HandWritten[] = [];
  try {
    // One owner for each side, so that none gets the others' webhooks.
    await prepareOwner(v2);
    for (const type of ['baseline', 'guarded'] as const) {
      const { api_key: key } = await post<{ api_key: string }>(v2, '/sandbox/users', {});
      const owner = { url: v2.url, headers: { 'x-api-key': key } };
      const account = await prepareOwner(owner);
      const rows = type === 'guarded' ? { database: bench.url('bench_guarded') } : {};
      others.push(await startHandWritten(client, owner, { type, temporal, v2: v2.url, key, account, ...rows }));
    }
    const [plain, guarded] = others;
    if (!plain || !guarded) throw new Error('both workers by hand have been started');
    await post(bench.api, '/api/sequences', SEQUENCE);
    return await takeTurns(report, bench, plain, guarded);
  } finally {
    for (const { worker } of others) worker.kill('SIGKILL');
    await client.connection.close();
  }
}

async function takeTurns(
  report: (line: string) => void,
  { system, v2, api, engine }: BenchSystem,
  plain: HandWritten,
  guarded: HandWritten,
): Promise<Figure[]> {
  const readCpu = () =>
    readCpuTime(system, { 'hand-written worker': plain.worker.pid, 'worker with guards': guarded.worker.pid });
  const measured = async (count: number, work: () => Promise<void>): Promise<Measured> => {
    const before = readCpu();
    const started = performance.now();
    await work();
    return { speed: count / ((performance.now() - started) / 1000), cpu: formatCpuTime(before, readCpu(), count) };
  };
  const ours = async (count: number) => {
    const people = await makePeople(v2, count);
    const before = await finished(engine);
    return measured(count, async () => {
      await post(api, '/api/enrollments/batch', {
        sequence: 'benchmark',
        leads: people.map(({ profile_url }) => ({ profile_url, first_name: 'Ada' })),
      });
      await until(async () => (await finished(engine)) >= before + count);
    });
  };
  const byHand = async (side: HandWritten, count: number) => {
    const people = await makePeople(side.owner, count);
    const before = await side.completed();
    return measured(count, async () => {
      await Promise.all(people.map((person) => side.start(person)));
      await until(async () => (await side.completed()) >= before + count);
    });
  };

  await ours(20);
  for (const side of [plain, guarded]) await byHand(side, 20);
  const speeds = { ours: [] as number[], plain: [] as number[], guarded: [] as number[] };
  const statements: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    // Another week: the network lets an account send only so many invitations in one.
    await post(v2, '/sandbox/clock', { advance: 'P8D' });
    const before = await countStatements(engine, FINISHED.slice(0, 40));
    const one = await ours(PER_ROUND);
    const asked = statementsBetween(before, await countStatements(engine, FINISHED.slice(0, 40)), PER_ROUND);
    const other = await byHand(plain, PER_ROUND);
    const third = await byHand(guarded, PER_ROUND);
    speeds.ours.push(one.speed);
    speeds.plain.push(other.speed);
    speeds.guarded.push(third.speed);
    statements.push(asked.reduce((sum, { calls }) => sum + calls, 0));
    report(
      `round ${round}: ours ${one.speed.toFixed(1)}/s, hand-written ${other.speed.toFixed(1)}/s, with guards ${third.speed.toFixed(1)}/s; ${statements.at(-1)?.toFixed(0)} statements for each of ours`,
    );
    report(`  ours: ${one.cpu}`);
    report(`  hand-written: ${other.cpu}`);
    report(`  with guards: ${third.cpu}`);
    if (round < ROUNDS) continue;
    for (const { query, calls } of asked.slice(0, SHOWN))
      report(`  ${calls.toFixed(2)} × ${query.replace(/\s+/g, ' ').trim().slice(0, 100)}`);
  }
  return [
    {
      what: 'enrollments/s, against by hand without any guard',
      ...{ unit: 'enrollments/s', ours: speeds.ours, baseline: speeds.plain, aim: 1 },
    },
    {
      what: 'enrollments/s, against by hand with the least of guards',
      ...{ unit: 'enrollments/s', ours: speeds.ours, baseline: speeds.guarded, aim: 1.2 },
    },
    {
      what: "statements to the engine's database",
      ...{ unit: 'an enrollment', measured: median(statements), aim: MOST_STATEMENTS },
    },
  ];
}
