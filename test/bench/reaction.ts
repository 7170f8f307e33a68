import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startDev } from '../../src/main/dev/start-dev.ts';
import { waitUntil } from '../../src/main/wait-until.ts';
import { formatCpuTime, readCpuTime } from './cpu-time.ts';
import { type EventDrive, letPeopleAct, postEvents } from './drive-events.ts';
import type { Ratio } from './ratio.ts';
import { reactionPhases, share } from './reaction-phases.ts';

/** Those who wait for a reply, and others who write to the same account without being in any sequence. */
const WAITING = 100;
const STRANGERS = 50;
const EVENTS = 1000;
const AIM_MS = 500;

const SEQUENCE = `sequence: reaction
limits: { visits: 100000/day, messages: 100000/day }
steps:
  - visit
  - wait_for: reply
    within: 7 days
    then:
      - message: Thank you for your answer.
        else:
          - end: not_connected
    else:
      - end: no_answer
  - end: completed
`;

export interface Person {
  readonly profile_url: string;
  readonly public_identifier: string;
}

/**
 * From the moment in which an event was received to the arrival of the call that answers it at the V2 service, by the service's own
 * log: signed webhook, stop flags, signal, workflow, place, intent. Every tenth event lets somebody's sequence go on: a hundred
 * sends a second are more than one machine's Temporal walks. Once with events that are posted as a service elsewhere would, and once
 * with people of the sandbox who write, where making, keeping and sending an event costs this machine as much as the engine's part.
 */
export async function benchReaction(report: (line: string) => void): Promise<Ratio[]> {
  report('events of a service elsewhere, 100 a second');
  await measure(report, { per_second: 100, events: postEvents, aim: true });
  report('');
  report('people of the sandbox write, 50 a second');
  await measure(report, { per_second: 50, events: letPeopleAct, aim: false });
  return [];
}

interface Load {
  readonly per_second: number;
  readonly events: EventDrive;
  readonly aim: boolean;
}

async function measure(report: (line: string) => void, load: Load): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const env = {
    ...process.env,
    OVERTURE_HOME: home,
    OVERTURE_DEMO: '0',
    OVERTURE_PORT: '0',
    // Both clocks are the wall's, so that moments of the two sides can be compared.
    OVERTURE_CLOCK_SPEED: '1',
    OVERTURE_SECRET_KEY: randomBytes(32).toString('hex'),
    V2_PORT: '0',
    V2_RATE_LIMIT: '0',
    OVERTURE_LOG_LEVEL: 'warn',
    OVERTURE_LIMITS: mkdtempSync(join(home, 'limits-')),
  };
  const system = await startDev(env, {
    progress: () => undefined,
    up: (name, at) => report(`${name}: ${at}`),
    notice: report,
  });
  const engine = new pg.Client({ connectionString: system.run.postgres?.url });
  const service = new pg.Client({
    connectionString: (system.run.postgres?.url ?? '').replace(/\/overture(\?|$)/, '/overture_v2$1'),
  });
  try {
    await engine.connect();
    await service.connect();
    const v2 = system.run.v2?.url ?? '';
    const api = system.run.api?.url ?? '';
    const keys = { engine: { authorization: `Bearer ${system.api_key}` }, v2: { 'x-api-key': system.v2_key } };
    await post(`${v2}/sandbox/credits`, keys.v2, { unlimited: true });
    const account = await post<{ account_id: string }>(`${v2}/sandbox/accounts`, keys.v2, {
      platform: 'professional',
      name: 'Benchmark',
      products: ['classic'],
    });
    await post(`${api}/api/sequences`, keys.engine, SEQUENCE);
    const people: Person[] = [];
    while (people.length < WAITING + STRANGERS) {
      const some = Array.from({ length: 10 }, () =>
        post<Person>(`${v2}/sandbox/people`, keys.v2, { first_name: 'Ada', last_name: 'Lovelace', degree: 1 }),
      );
      people.push(...(await Promise.all(some)));
    }
    const [waiting, strangers] = [people.slice(0, WAITING), people.slice(WAITING)];
    await post(`${api}/api/enrollments/batch`, keys.engine, {
      sequence: 'reaction',
      leads: waiting.map(({ profile_url }) => ({ profile_url, first_name: 'Ada' })),
    });
    await until(engine, `select count(*)::int as n from enrollments where waiting_kind = 'event'`, WAITING);
    report(`${WAITING} people wait for a reply`);

    const write = await load.events({
      engine,
      service,
      api,
      v2,
      v2_headers: keys.v2,
      account_id: account.account_id,
      secret_key: env.OVERTURE_SECRET_KEY,
    });
    const before = readCpuTime(system);
    const started = performance.now();
    const every = EVENTS / WAITING;
    const written = Array.from({ length: EVENTS }, async (_, number) => {
      const writer = number % every === 0 ? waiting[number / every] : strangers[number % STRANGERS];
      if (writer === undefined) throw new Error('there are fewer people than events ask for');
      await sleep((number * 1000) / load.per_second - (performance.now() - started));
      await write(writer, `Yes, gladly (${number})`);
    });
    await Promise.all(written);
    const rate = EVENTS / ((performance.now() - started) / 1000);
    await until(engine, `select count(*)::int as n from enrollments where outcome = 'completed'`, WAITING);

    const after = readCpuTime(system);

    const { rows: received } = await engine.query<{ enrollment_id: string; received_at: Date; intended_at: Date }>(
      `select e.id as enrollment_id, ev.received_at, i.wall_created_at as intended_at
         from enrollments e join events ev on ev.lead_id = e.lead_id and ev.type = 'message'
         join intents i on i.enrollment_id = e.id and i.action = 'send'`,
    );
    const { rows: calls } = await service.query<{ enrollment_id: string; created_at: Date }>(
      `select split_part(idempotency_key, '/', 1) as enrollment_id, created_at from logs where action = 'send' and status = 'success'`,
    );
    const arrived = new Map(calls.map(({ enrollment_id, created_at }) => [enrollment_id, created_at.getTime()]));
    const reactions = received.flatMap(({ enrollment_id, received_at, intended_at }) => {
      const called = arrived.get(enrollment_id);
      if (called === undefined) return [];
      return [{ enrollment_id, received: received_at.getTime(), intended: intended_at.getTime(), called }];
    });
    const times = reactions.map((one) => one.called - one.received);
    report(`${EVENTS} events at ${rate.toFixed(0)}/s, ${times.length} of them answered`);
    report(
      `event received → next action: p50 ${share(times, 0.5)} ms, p95 ${share(times, 0.95)} ms, longest ${share(times, 1)} ms${load.aim ? `; aim p95 < ${AIM_MS} ms` : ''}`,
    );
    for (const line of await reactionPhases(system.run.temporal?.address ?? '', reactions)) report(line);
    report(`an event: ${formatCpuTime(before, after, EVENTS)}`);
  } finally {
    await engine.end();
    await service.end();
    await system.stop(() => undefined);
    rmSync(home, { recursive: true, force: true });
  }
}

async function until(database: pg.Client, count: string, wanted: number): Promise<void> {
  const condition = async () => ((await database.query<{ n: number }>(count)).rows[0]?.n ?? 0) >= wanted;
  if (!(await waitUntil(condition, { timeout: 300_000, every: 200 }))) throw new Error(`after 5 minutes: ${count}`);
}

export async function post<T>(url: string, headers: Record<string, string>, body: unknown): Promise<T> {
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
