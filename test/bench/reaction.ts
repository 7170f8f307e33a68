import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuBetween, formatCpuTime, readCpuTime } from './cpu-time.ts';
import { type EventDrive, letPeopleAct, postEvents } from './drive-events.ts';
import { post } from './post.ts';
import type { Figure } from './ratio.ts';
import { reactionPhases, share } from './reaction-phases.ts';
import { type BenchSystem, untilCount, withSystem } from './with-system.ts';

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
export async function benchReaction(report: (line: string) => void): Promise<Figure[]> {
  report('events of a service elsewhere, 100 a second');
  const p95 = await measure(report, { per_second: 100, events: postEvents, aim: true });
  report('');
  report('people of the sandbox write, 50 a second');
  await measure(report, { per_second: 50, events: letPeopleAct, aim: false });
  return [{ what: 'event received → next action, p95', unit: 'ms', measured: p95, aim: AIM_MS }];
}

interface Load {
  readonly per_second: number;
  readonly events: EventDrive;
  readonly aim: boolean;
}

async function measure(report: (line: string) => void, load: Load): Promise<number> {
  const secret_key = randomBytes(32).toString('hex');
  // Both clocks are the wall's, so that moments of the two sides can be compared.
  const env = { OVERTURE_CLOCK_SPEED: '1', OVERTURE_SECRET_KEY: secret_key, V2_RATE_LIMIT: '0' };
  return withSystem(report, env, (bench) => drive(report, load, secret_key, bench));
}

async function drive(
  report: (line: string) => void,
  load: Load,
  secret_key: string,
  { system, v2, api, engine, service }: BenchSystem,
): Promise<number> {
  await post(v2, '/sandbox/credits', { unlimited: true });
  const account = await post<{ account_id: string }>(v2, '/sandbox/accounts', {
    platform: 'professional',
    name: 'Benchmark',
    products: ['classic'],
  });
  await post(api, '/api/sequences', SEQUENCE);
  const people: Person[] = [];
  while (people.length < WAITING + STRANGERS) {
    const some = Array.from({ length: 10 }, () =>
      post<Person>(v2, '/sandbox/people', { first_name: 'Ada', last_name: 'Lovelace', degree: 1 }),
    );
    people.push(...(await Promise.all(some)));
  }
  const [waiting, strangers] = [people.slice(0, WAITING), people.slice(WAITING)];
  await post(api, '/api/enrollments/batch', {
    sequence: 'reaction',
    leads: waiting.map(({ profile_url }) => ({ profile_url, first_name: 'Ada' })),
  });
  await untilCount(engine, `select count(*)::int as n from enrollments where waiting_kind = 'event'`, WAITING);
  report(`${WAITING} people wait for a reply`);

  const write = await load.events({
    engine,
    service,
    api,
    v2,
    account_id: account.account_id,
    secret_key,
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
  await untilCount(engine, `select count(*)::int as n from enrollments where outcome = 'completed'`, WAITING);

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
  report(`an event: ${formatCpuTime(cpuBetween(before, after, EVENTS))}`);
  return share(times, 0.95);
}
