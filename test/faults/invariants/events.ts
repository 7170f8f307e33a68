import { RETRY_POLICY } from '../../../src/shared/webhook-delivery/retry-policy.ts';
import { readWatch } from '../watch.ts';
import { type Check, finding, rowsOf } from './finding.ts';

/** Judges events: each that the service observed for our webhooks is in our table, once, and was ingested. */
export const eventsOnce: Check = async ({ v2, engine, load }) => {
  const sent = await rowsOf<{ event_id: string }>(
    v2,
    `select distinct event_id from webhook_events join webhooks using (webhook_id)
      where mode = 'custom' and url like '%/hooks/v2/%' and webhooks.account_id = any ($1)`,
    [load.accounts],
  );
  const taken = await rowsOf<{ event_id: string; state: string }>(engine, 'select event_id, state from events');
  const known = new Map(taken.map(({ event_id, state }) => [event_id, state]));
  const exceptions = sent.filter(({ event_id }) => !known.has(event_id)).map(({ event_id }) => `${event_id} is lost`);
  exceptions.push(
    ...taken.filter(({ state }) => state === 'pending').map(({ event_id }) => `${event_id} was never taken in`),
  );
  const twice = await rowsOf<{ enrollment_id: string; once: string; n: number }>(
    engine,
    `select enrollment_id, once, count(*)::int as n from timeline where once like 'event/%' group by 1, 2 having count(*) > 1`,
  );
  exceptions.push(...twice.map(({ enrollment_id, once, n }) => `${enrollment_id}: ${once} was told ${n} times`));
  const stops = (await readWatch(engine)).filter(({ what }) => what === 'stopped');
  if (new Set(stops.map((stop) => stop.enrollment_id)).size !== stops.length)
    exceptions.push('an enrollment was stopped twice');
  return finding(
    'I5',
    'one state change per event, none lost',
    { observed: sent.length, taken_in: taken.length },
    exceptions,
  );
};

/** Every delivery has an end, or a time at which it goes on; and its attempts are whole. */
export const deliveriesEnd: Check = async ({ v2 }) => {
  const rows = await rowsOf<{
    delivery_id: string;
    state: string;
    attempts: number;
    due_at: Date | null;
    noted: number;
    last: number | null;
    held: boolean;
  }>(
    v2,
    `select d.delivery_id, d.state, d.attempts, d.due_at, d.held, count(a.attempt)::int as noted, max(a.attempt) as last
       from deliveries d left join delivery_attempts a using (delivery_id) group by d.delivery_id`,
  );
  const missing = await rowsOf<{ event_id: string }>(
    v2,
    `select event_id from webhook_events join webhooks using (webhook_id)
      where mode = 'custom' and not exists (
        select 1 from deliveries d where d.webhook_id = webhooks.webhook_id and d.event_id = webhook_events.event_id)`,
  );
  const exceptions = missing.map(({ event_id }) => `${event_id} has no delivery`);
  for (const { delivery_id, state, attempts, due_at, noted, last } of rows) {
    if (noted !== attempts || (last ?? 0) !== attempts)
      exceptions.push(`${delivery_id}: ${attempts} attempts, ${noted} noted`);
    if (attempts > RETRY_POLICY.max_attempts) exceptions.push(`${delivery_id}: ${attempts} attempts`);
    if ((state === 'pending' || state === 'retrying') && due_at === null)
      exceptions.push(`${delivery_id} waits without a time`);
  }
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
  return finding(
    'I6',
    'each outgoing event is delivered, failed after its attempts, or waits with a time',
    {
      deliveries: rows.length,
      succeeded: count('succeeded'),
      failed: count('failed'),
      waiting: count('pending') + count('retrying'),
      attempts: rows.reduce((sum, { attempts }) => sum + attempts, 0),
    },
    exceptions,
  );
};

/**
 * Judges by the order of the commits, as for stops, that nothing goes out while a mail is in doubt. A visit reaches nobody; in a load with mails in
 * doubt there are none.
 */
export const nothingInDoubt: Check = async ({ engine }) => {
  const unclear = new Set<string>();
  const exceptions: string[] = [];
  let doubts = 0;
  for (const { what, enrollment_id, detail } of await readWatch(engine)) {
    if (enrollment_id === null) continue;
    if (what === 'unclear') doubts += unclear.add(enrollment_id) ? 1 : 0;
    if (what === 'clear') unclear.delete(enrollment_id);
    if (what === 'let_out' && unclear.has(enrollment_id))
      exceptions.push(`${detail} was let out while nobody had said what a mail of theirs means`);
  }
  return finding('doubt', 'nothing is let out to whoever may have answered', { doubts }, exceptions);
};

/** Judges that no call of an enrollment follows its stop. The watch saw both in the order of their commits. */
export const nothingAfterStop: Check = async ({ v2, engine, load }) => {
  const stopped = new Map<string, string>();
  const exceptions: string[] = [];
  for (const { what, enrollment_id, detail } of await readWatch(engine)) {
    if (enrollment_id === null) continue;
    if (what === 'stopped') stopped.set(enrollment_id, detail);
    const outcome = stopped.get(enrollment_id);
    if (what === 'let_out' && outcome !== undefined)
      exceptions.push(`${detail} was let out after the stop (${outcome})`);
  }
  // What the person did, by the service's clock, and what still reached them: the time it took us to hear of it.
  const answers = await rowsOf<{ slug: string; at: Date }>(
    engine,
    `select lower(regexp_replace(leads.profile_url, '.*/', '')) as slug, stopped_at as at
       from enrollments e join leads on leads.id = lead_id where stopped_at is not null`,
  );
  const effects = await rowsOf<{ slug: string; at: Date }>(
    v2,
    `select public_identifier as slug, at from sandbox_received join sandbox_people using (person_id)
      where account_id = any ($1)`,
    [load.accounts],
  );
  const answered = new Map(answers.map(({ slug, at }) => [slug, at]));
  const crossed = effects.filter(({ slug, at }) => at > (answered.get(slug) ?? at));
  const figures = { stopped: stopped.size, crossed_before_we_heard: crossed.length };
  return finding('I7', 'nothing is let out to a lead later than a committed stop', figures, exceptions);
};
