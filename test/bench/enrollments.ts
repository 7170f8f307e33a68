import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { startDev } from '../../src/main/dev/start-dev.ts';
import { waitUntil } from '../../src/main/wait-until.ts';
import { formatCpuTime, readCpuTime } from './cpu-time.ts';
import type { Ratio } from './ratio.ts';

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
  const home = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const env = {
    ...process.env,
    OVERTURE_HOME: home,
    OVERTURE_DEMO: '0',
    OVERTURE_PORT: '0',
    V2_PORT: '0',
    OVERTURE_LOG_LEVEL: 'warn',
    // No network profiles: what is measured is not to wait for a limit.
    OVERTURE_LIMITS: mkdtempSync(join(home, 'limits-')),
  };
  const system = await startDev(env, {
    progress: () => undefined,
    up: (name, at) => report(`${name}: ${at}`),
    notice: report,
  });
  const database = new pg.Client({ connectionString: system.run.postgres?.url });
  let baselineWorker: ChildProcess | undefined;
  try {
    await database.connect();
    const v2 = system.run.v2?.url ?? '';
    const api = system.run.api?.url ?? '';
    const temporal = system.run.temporal?.address ?? '';
    const engine = { authorization: `Bearer ${system.api_key}` };
    const owner = { 'x-api-key': system.v2_key };
    const other = await post<{ api_key: string }>(`${v2}/sandbox/users`, owner, {});
    const stranger = { 'x-api-key': other.api_key };

    // One owner for each side, so that neither gets the other's webhooks.
    await prepareOwner(v2, owner);
    const account = await prepareOwner(v2, stranger);
    await post(`${api}/api/sequences`, engine, SEQUENCE);

    baselineWorker = fork(fileURLToPath(new URL('./baseline-worker.ts', import.meta.url)), [
      JSON.stringify({ temporal, v2, key: other.api_key, account }),
    ]);
    const hook = await new Promise((resolve) => baselineWorker?.once('message', resolve));
    await post(`${v2}/v2/webhooks`, stranger, { account_id: account, url: hook, events: ['accepted_invitation'] });
    const client = new Client({ connection: await Connection.connect({ address: temporal }) });

    const readCpu = () => readCpuTime(system, { 'hand-written worker': baselineWorker?.pid });
    const measured = async (count: number, work: () => Promise<void>): Promise<Measured> => {
      const before = readCpu();
      const started = performance.now();
      await work();
      return { speed: count / ((performance.now() - started) / 1000), cpu: formatCpuTime(before, readCpu(), count) };
    };
    const ours = async (count: number) => {
      const people = await makePeople(v2, owner, count);
      const before = await finished(database);
      return measured(count, async () => {
        await post(`${api}/api/enrollments/batch`, engine, {
          sequence: 'benchmark',
          leads: people.map(({ profile_url }) => ({ profile_url, first_name: 'Ada' })),
        });
        await until(async () => (await finished(database)) >= before + count);
      });
    };
    const baseline = async (count: number) => {
      const people = await makePeople(v2, stranger, count);
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
      await post(`${v2}/sandbox/clock`, owner, { advance: 'P8D' });
      const one = await ours(PER_ROUND);
      const other = await baseline(PER_ROUND);
      figures.ours.push(one.speed);
      figures.baseline.push(other.speed);
      report(`round ${round}: ours ${one.speed.toFixed(1)}/s, hand-written ${other.speed.toFixed(1)}/s`);
      report(`  ours: ${one.cpu}`);
      report(`  hand-written: ${other.cpu}`);
    }
    return { unit: 'enrollments/s', ...figures, aim: 2.2 };
  } finally {
    baselineWorker?.kill('SIGKILL');
    await database.end();
    await system.stop(() => undefined);
    rmSync(home, { recursive: true, force: true });
  }
}

async function prepareOwner(v2: string, headers: Record<string, string>): Promise<string> {
  await post(`${v2}/sandbox/credits`, headers, { unlimited: true });
  const { account_id } = await post<{ account_id: string }>(`${v2}/sandbox/accounts`, headers, {
    platform: 'professional',
    name: 'Benchmark',
    products: ['classic'],
  });
  return account_id;
}

async function makePeople(v2: string, headers: Record<string, string>, count: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) {
    const batch = Array.from({ length: Math.min(20, count - people.length) }, () =>
      post<Person>(`${v2}/sandbox/people`, headers, {
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

async function finished(database: pg.Client): Promise<number> {
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

async function post<T>(url: string, headers: Record<string, string>, body: unknown): Promise<T> {
  const yaml = typeof body === 'string';
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': yaml ? 'text/yaml' : 'application/json' },
    body: yaml ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}
