import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { formatCpuTime, readCpuTime } from './cpu-time.ts';
import { post, type Served } from './post.ts';
import type { Ratio } from './ratio.ts';
import { type BenchSystem, withSystem } from './with-system.ts';

const ROUNDS = 5;
const PER_ROUND = 100;

const SEQUENCE = `sequence: benchmark
limits: { visits: 100000/day, invites: 100000/day, messages: 100000/day }
steps:
  - visit
  - invite: Shall we talk?
  - wait_for: accepted_invitation
    within: 7 days
    then:
      - message: Thank you.
    else:
      - end: no_answer
  - end: completed
`;

interface Measured {
  /** Enrollments per second. */
  readonly speed: number;
  readonly cpu: string;
}

interface Person {
  readonly profile_url: string;
  readonly public_identifier: string;
}

/**
 * Enrollments from start to end per second: through our API, plans, intents, slots, timeline, signed webhooks and stop flags,
 * against a hand-written workflow of the same steps with plain activities; same Temporal, same V2 service, same people.
 */
export async function benchEnrollments(report: (line: string) => void): Promise<Ratio> {
  return withSystem(report, {}, (bench) => compare(report, bench));
}

async function compare(
  report: (line: string) => void,
  { system, v2, api, engine: database }: BenchSystem,
): Promise<Ratio> {
  const temporal = system.run.temporal?.address ?? '';
  let baselineWorker: ChildProcess | undefined;
  try {
    const other = await post<{ api_key: string }>(v2, '/sandbox/users', {});
    const stranger = { url: v2.url, headers: { 'x-api-key': other.api_key } };

    // One owner for each side, so that neither gets the other's webhooks.
    await prepareOwner(v2);
    const account = await prepareOwner(stranger);
    await post(api, '/api/sequences', SEQUENCE);

    baselineWorker = fork(fileURLToPath(new URL('./baseline-worker.ts', import.meta.url)), [
      JSON.stringify({ temporal, v2: v2.url, key: other.api_key, account }),
    ]);
    const hook = await new Promise((resolve) => baselineWorker?.once('message', resolve));
    await post(stranger, '/v2/webhooks', { account_id: account, url: hook, events: ['accepted_invitation'] });
    const client = new Client({ connection: await Connection.connect({ address: temporal }) });

    const readCpu = () => readCpuTime(system, { 'hand-written worker': baselineWorker?.pid });
    const measured = async (count: number, work: () => Promise<void>): Promise<Measured> => {
      const before = readCpu();
      const started = performance.now();
      await work();
      return { speed: count / ((performance.now() - started) / 1000), cpu: formatCpuTime(before, readCpu(), count) };
    };
    const ours = async (count: number) => {
      const people = await makePeople(v2, count);
      const before = await finished(database);
      return measured(count, async () => {
        await post(api, '/api/enrollments/batch', {
          sequence: 'benchmark',
          leads: people.map(({ profile_url }) => ({ profile_url, first_name: 'Ada' })),
        });
        await until(async () => (await finished(database)) >= before + count);
      });
    };
    const baseline = async (count: number) => {
      const people = await makePeople(stranger, count);
      const before = await completed(client);
      return measured(count, async () => {
        await Promise.all(
          people.map(({ profile_url, public_identifier }) =>
            client.workflow.start('baseline', {
              taskQueue: 'baseline',
              workflowId: `baseline:${public_identifier}`,
              args: [profile_url],
            }),
          ),
        );
        await until(async () => (await completed(client)) >= before + count);
      });
    };

    await ours(20);
    await baseline(20);
    const figures = { ours: [] as number[], baseline: [] as number[] };
    for (let round = 1; round <= ROUNDS; round++) {
      // Another week: the network lets an account send only so many invitations in one.
      await post(v2, '/sandbox/clock', { advance: 'P8D' });
      const one = await ours(PER_ROUND);
      const other = await baseline(PER_ROUND);
      figures.ours.push(one.speed);
      figures.baseline.push(other.speed);
      report(`round ${round}: ours ${one.speed.toFixed(1)}/s, hand-written ${other.speed.toFixed(1)}/s`);
      report(`  ours: ${one.cpu}`);
      report(`  hand-written: ${other.cpu}`);
    }
    return { unit: 'enrollments/s', ...figures, aim: 1 };
  } finally {
    baselineWorker?.kill('SIGKILL');
  }
}

async function prepareOwner(owner: Served): Promise<string> {
  await post(owner, '/sandbox/credits', { unlimited: true });
  const { account_id } = await post<{ account_id: string }>(owner, '/sandbox/accounts', {
    platform: 'professional',
    name: 'Benchmark',
    products: ['classic'],
  });
  return account_id;
}

async function makePeople(owner: Served, count: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) {
    const batch = Array.from({ length: Math.min(20, count - people.length) }, () =>
      post<Person>(owner, '/sandbox/people', {
        first_name: 'Ada',
        last_name: 'Lovelace',
        degree: 2,
        behavior: { accepts_after: 'PT0S' },
      }),
    );
    people.push(...(await Promise.all(batch)));
  }
  return people;
}

async function finished(database: BenchSystem['engine']): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    "select count(*)::int as n from enrollments where outcome = 'completed'",
  );
  return rows[0]?.n ?? 0;
}

async function completed(client: Client): Promise<number> {
  const { count } = await client.workflow.count("WorkflowType = 'baseline' and ExecutionStatus = 'Completed'");
  return count;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  if (!(await waitUntil(condition, { timeout: 300_000, every: 100 })))
    throw new Error('a round did not end in 5 minutes');
}
