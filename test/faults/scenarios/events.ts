import { createHash } from 'node:crypto';
import { createSecretBox } from '../../../src/shared/secrets/secret-box.ts';
import { serviceHeaders } from '../../../src/shared/webhook-delivery/sign.ts';
import { finding, rowsOf } from '../invariants/finding.ts';
import type { Run, Scenario } from '../scenario.ts';
import type { System } from '../system/system.ts';

type Subscription = {
  readonly id: string;
  readonly account_id: string;
  readonly webhook_id: string;
  readonly secret: string;
};
type Stored = { readonly event_id: string; readonly account_id: string; readonly envelope: string };

/** Our webhooks with their secrets, as the engine keeps them. */
async function readSubscriptions({ engine_db, secret_key }: System): Promise<Subscription[]> {
  const box = createSecretBox(Buffer.from(secret_key, 'hex'));
  const rows = await rowsOf<Subscription>(engine_db, 'select id, account_id, webhook_id, secret from subscriptions');
  return rows.map((row) => ({ ...row, secret: box.open(row.secret) }));
}

/** The envelopes of an account's events, as the service sends them. */
const storedEvents = ({ v2_db }: System): Promise<Stored[]> =>
  rowsOf<Stored>(v2_db, 'select event_id, account_id, envelope from events order by event_id');

async function post(
  system: System,
  subscription: Subscription,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const answer = await fetch(`${system.api_url}/hooks/v2/${subscription.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

function signed(
  { secret }: Subscription,
  eventId: string,
  body: string,
  timestamp = Math.floor(Date.now() / 1000),
): Record<string, string> {
  return { ...serviceHeaders(secret)({ event_id: eventId, attempt: 1, replay: false, timestamp, body }) };
}

/** All that an event may change, of those who have come to an end; whom the replayed events are about. */
async function stateOf({ engine_db }: System, enrollments: readonly string[]): Promise<string> {
  const parts = await rowsOf<{ text: string }>(
    engine_db,
    `select (select json_agg(e order by id) from enrollments e where id = any ($1))::text
         || (select json_agg(t order by id) from timeline t where enrollment_id = any ($1))::text
         || coalesce((select json_agg(i order by key) from intents i where enrollment_id = any ($1))::text, '')
         || coalesce((select json_agg(l order by id) from leads l where id in (select lead_id from enrollments where id = any ($1)))::text, '') as text`,
    [enrollments],
  );
  return createHash('sha256')
    .update(parts[0]?.text ?? '')
    .digest('hex');
}

export const replayedEvents: Scenario = {
  name: 'replayed-events',
  about: '10,000 events replayed, repeated and out of order, on live traffic',
  rounds: 10_000,
  load: { leads: 120 },
  async play(run) {
    const { system, rounds, random, fault, pause, finishedShare, say } = run;
    // Until enough has happened to be replayed, with the others still under way.
    while ((await finishedShare()) < 0.5) await pause(250);
    const over = await rowsOf<{ id: string }>(system.engine_db, "select id from enrollments where status = 'finished'");
    const ids = over.map(({ id }) => id);
    const subscriptions = await readSubscriptions(system);
    const events = (await storedEvents(system)).filter((event) =>
      subscriptions.some(({ account_id }) => account_id === event.account_id),
    );
    // What is still being taken in is no replay.
    await pause(2000);
    const rowsBefore = await rowsOf<{ event_id: string; state: string; note: string | null }>(
      system.engine_db,
      "select event_id, state, lead_id, note from events where state <> 'pending'",
    );
    const before = await stateOf(system, ids);
    const refused: string[] = [];
    const send = async () => {
      const event = events[random.whole(0, events.length - 1)];
      const subscription = subscriptions.find(({ account_id }) => account_id === event?.account_id);
      if (!event || !subscription) return;
      const status = await post(
        system,
        subscription,
        event.envelope,
        signed(subscription, event.event_id, event.envelope),
      );
      if (status !== 200) refused.push(`${event.event_id} was answered ${status}`);
    };
    for (let sent = 0; sent < rounds; sent += 50)
      await Promise.all(Array.from({ length: Math.min(50, rounds - sent) }, send));
    fault(`${rounds} replays`);
    const share = await finishedShare();
    say(`${rounds} replays of ${events.length} events done, ${Math.round(share * 100)} % have come to an end`);
    await pause(2000);
    const after = await stateOf(system, ids);
    const exceptions = refused.slice(0, 10);
    if (before !== after) exceptions.push('the state of enrollments that were over has changed');
    const rowsAfter = await rowsOf<{ event_id: string; state: string }>(
      system.engine_db,
      'select event_id, state, lead_id, note from events where event_id = any ($1)',
      [rowsBefore.map(({ event_id }) => event_id)],
    );
    const known = new Map(rowsAfter.map((row) => [row.event_id, JSON.stringify(row)]));
    exceptions.push(
      ...rowsBefore
        .filter((row) => known.get(row.event_id) !== JSON.stringify(row))
        .map((row) => `${row.event_id} was taken in again`),
    );
    const figures = { replays: rounds, events: events.length, enrollments_compared: ids.length };
    return [finding('replays', 'replays change nothing', figures, exceptions)];
  },
};

/** Each breaks one thing. */
async function tamper(run: Run): Promise<string[]> {
  const { system, fault } = run;
  const subscriptions = await readSubscriptions(system);
  const event = (await storedEvents(system)).find(({ account_id }) =>
    subscriptions.some((each) => each.account_id === account_id),
  );
  const subscription = subscriptions.find(({ account_id }) => account_id === event?.account_id);
  if (!subscription || !event) return ['there was no event to tamper with'];
  const body = event.envelope.replaceAll(event.event_id, `${event.event_id.slice(0, -6)}zzzzzz`);
  const id = `${event.event_id.slice(0, -6)}zzzzzz`;
  const now = Math.floor(Date.now() / 1000);
  const good = signed(subscription, id, body);
  const other = signed({ ...subscription, secret: `${subscription.secret}x` }, id, body);
  const attempts: Record<string, [string, Record<string, string>]> = {
    'another body': [`${body} `, good],
    'no signature': [body, { 'X-Service-Timestamp': String(now), 'X-Service-Event-Id': id }],
    'a wrong secret': [body, other],
    'a swapped timestamp': [body, { ...good, 'X-Service-Timestamp': String(now - 1) }],
    'an old timestamp': [body, signed(subscription, id, body, now - 3600)],
    'a timestamp to come': [body, signed(subscription, id, body, now + 3600)],
    'version 0': [body, { ...good, 'X-Service-Signature': (good['X-Service-Signature'] ?? '').replace('v1=', 'v0=') }],
    'another id in the header': [body, { ...good, 'X-Service-Event-Id': `${id.slice(0, -1)}y` }],
  };
  const exceptions: string[] = [];
  for (const [what, [text, headers]] of Object.entries(attempts)) {
    const status = await post(system, subscription, text, headers);
    fault(what);
    if (status < 400 || status >= 500) exceptions.push(`${what} was answered ${status}`);
  }
  const taken = await rowsOf<{ event_id: string }>(
    system.engine_db,
    "select event_id from events where event_id like '%zzzzz%'",
  );
  if (taken.length > 0) exceptions.push('an event that was tampered with was taken in');
  return exceptions;
}

export const tamperedSignatures: Scenario = {
  name: 'tampered-signatures',
  about: 'other header id, other body, swapped timestamp, wrong secret, v0=',
  short: true,
  load: { leads: 12 },
  async play(run) {
    while ((await storedEvents(run.system)).length === 0 && (await run.finishedShare()) < 1) await run.pause(500);
    await run.pause(1000);
    const exceptions = await tamper(run);
    return [finding('signatures', 'whatever is not signed as it should be is refused', {}, exceptions)];
  },
};
