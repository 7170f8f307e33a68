import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calendarOf } from '../../activities/deps.ts';
import { carryOnJob } from '../../src/runtime/control/job.ts';
import { beginErasure } from '../../src/runtime/erasure/begin-erasure.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { askWhoWrote } from '../../src/runtime/events/match/ask-who-wrote.ts';
import { matchByHand } from '../../src/runtime/events/match/match-by-hand.ts';
import { readEvent } from '../../src/runtime/store/events/list-events.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { createV2Client } from '../../src/v2/client/create-v2-client.ts';
import { message, storeEvents } from '../events/fixtures.ts';
import { ask, EMAIL, ENRICH, VISIT } from './bench.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

const secrets = createSecretBox(Buffer.alloc(32, 7));

let bench: ServiceBench;
let anna: string;
let mailbox: string;
let number = 0;
beforeAll(async () => {
  bench = await openServiceBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  // Nobody of another test is held.
  anna = await bench.sender();
  mailbox = await bench.sender({ platform: 'email' });
});

/** Somebody known by their slug alone: whatever taught more is not in the tables. */
async function aPerson() {
  const person = await bench.sandbox.person({ first_name: 'Ada', email: `ada-${++number}@people.example` });
  const plan = await bench.sequence([EMAIL, VISIT, ENRICH]);
  const lead = { first_name: 'Ada', profile_url: person.url, email: person.email };
  return { ...person, ...(await bench.enroll(plan, lead, { professional: anna, email: mailbox })) };
}

async function writes(person: { readonly id_url: string }, account_id = anna): Promise<string> {
  const event = { ...message(person.id_url), account_id };
  await storeEvents(bench, [event]);
  await dispatch();
  return event.event_id;
}

async function dispatch(): Promise<void> {
  const onError = (error: unknown): never => {
    throw error;
  };
  while ((await dispatchEvents({ ...bench, onError })) > 0);
}

/** The dependencies of jobs that move people and remove them. */
const jobDeps = () => ({ ...calendarOf(bench.deps(bench.v2)), db: bench.db });
const asked = (v2: Pick<ServiceBench['v2'], 'call'> = bench.v2) => askWhoWrote({ ...bench, v2 });
const due = () => bench.db.query('update unmatched_replies set wall_due_at = now()');
const perform = (person: { id: string; lead_id: string }, node: string, attempt = 0) =>
  bench.activities(bench.v2).perform(ask(person, node, attempt));
const event = (id: string) => readEvent(bench.db, id);
const stopOf = async ({ id }: { id: string }) =>
  (await bench.db.query('select stop_outcome, held from enrollments where id = $1', [id])).rows[0];
const wakes = async ({ id }: { id: string }) => {
  while (await carryOnJob(jobDeps()));
  const { rows } = await bench.db.query(
    `delete from outbox where kind = 'signal_enrollment' and target_id = $1 returning payload ->> 'type' as type`,
    [id],
  );
  return rows.map(({ type }) => type);
};

describe('a reply under an id that nobody taught', () => {
  it('keeps back whoever may have written it until the service has said who it is, and then ends their sequence', async () => {
    const [ada, other] = [await aPerson(), await aPerson()];
    const id = await writes(ada);
    expect(await event(id)).toMatchObject({ state: 'unmatched', note: expect.stringContaining('until it is known') });
    const held = { status: 'deferred', until: NEVER, kind: 'account', binding: { constraint: 'unmatched' } };
    for (const person of [ada, other]) {
      expect(await perform(person, 'email')).toMatchObject(held);
      expect(await perform(person, 'visit')).toMatchObject(held);
      expect(await stopOf(person)).toEqual({ stop_outcome: null, held: true });
    }
    expect(await asked()).toBe(true);
    await dispatch();
    expect(await event(id)).toMatchObject({ state: 'matched', lead_id: ada.lead_id });
    expect(await stopOf(ada)).toMatchObject({ stop_outcome: 'replied' });
    expect(await asked()).toBe(true);
    expect(await wakes(other)).toEqual(['nudge']);
    expect(await perform(ada, 'email', 1)).toEqual({ status: 'stopped', outcome: 'replied' });
    expect(await perform(other, 'email', 1)).toEqual({ status: 'done' });
    expect(await bench.sandbox.received(ada.slug)).toEqual([]);
  });

  it('lets everybody go on where it is a stranger’s, who is not asked for again', async () => {
    const ada = await aPerson();
    const stranger = await bench.sandbox.person({ first_name: 'Grace' });
    const id = await writes(stranger);
    expect(await perform(ada, 'email')).toMatchObject({ status: 'deferred' });
    await asked();
    expect(await event(id)).toMatchObject({ state: 'unmatched', note: expect.stringContaining(stranger.slug) });
    expect(await wakes(ada)).toEqual(['nudge']);
    await writes(stranger);
    expect(await perform(ada, 'email', 1)).toEqual({ status: 'done' });
    // Enrolled later, they are the one who wrote.
    const plan = await bench.sequence([EMAIL]);
    await bench.enroll(plan, { first_name: 'Grace', profile_url: stranger.url }, { professional: anna });
    expect(await event(id)).toMatchObject({ state: 'pending' });
  });

  it('pauses nobody who is known by such an id, whose account it did not reach, or who is only read about', async () => {
    const [ada, known] = [await aPerson(), await aPerson()];
    const plan = await bench.sequence([EMAIL]);
    const lead = { first_name: 'Ada', profile_url: ada.url, email: `elsewhere-${number}@people.example` };
    const elsewhere = await bench.enroll(plan, lead, { professional: await bench.sender(), email: mailbox });
    expect(await perform(known, 'visit')).toEqual({ status: 'done' });
    await writes(await bench.sandbox.person({ first_name: 'Grace' }));
    expect(await perform(known, 'email')).toEqual({ status: 'done' });
    expect(await perform(elsewhere, 'email')).toEqual({ status: 'done' });
    expect(await perform(ada, 'enrich')).not.toMatchObject({ status: 'deferred' });
  });

  it('asks nobody where everybody is known by an id', async () => {
    const known = await aPerson();
    expect(await perform(known, 'visit')).toEqual({ status: 'done' });
    const id = await writes(await bench.sandbox.person({ first_name: 'Grace' }));
    const { rows } = await bench.db.query('select from unmatched_replies where event_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('waits for a service that does not answer, and for a person where it cannot say', async () => {
    const ada = await aPerson();
    const id = await writes({ id_url: 'https://professional.example/in/ACoAAnobodyhasthis123' });
    const away = createV2Client({
      base_url: 'http://127.0.0.1:9',
      api_key: 'nobody-is-there-to-read-it',
      timeout_ms: 500,
    });
    expect(await asked(away)).toBe(false);
    await away.close();
    const row = async () =>
      (await bench.db.query('select state, note, tries from unmatched_replies where event_id = $1', [id])).rows[0];
    expect(await row()).toMatchObject({ state: 'asking', note: expect.any(String), tries: 1 });
    expect(await asked()).toBe(false);
    expect(await row()).toMatchObject({ state: 'asking', tries: 1 });
    await due();
    await asked();
    expect(await row()).toMatchObject({ state: 'person', note: expect.stringContaining('INVALID_PARAMS') });
    const waits = await perform(ada, 'email');
    expect(waits).toMatchObject({ status: 'deferred', text: expect.stringContaining('a person has to say') });
    const found = await event(id);
    if (found === null) throw new Error('the event is gone');
    await bench.db.transaction((tx) => matchByHand(tx, found, { do: 'leave' }, new Date(bench.clock.now())));
    expect(await asked()).toBe(true);
    expect(await wakes(ada)).toEqual(['nudge']);
    expect(await perform(ada, 'email', 1)).toEqual({ status: 'done' });
  });

  it('is seen by a step that has begun already and has not written its intent', async () => {
    const ada = await aPerson();
    let writing: Promise<string> | undefined;
    const activities = bench.activities(bench.v2, {}, async (point) => {
      // Its intent is not committed yet: the reply comes before it.
      if (point === 'before_intent') writing ??= writes(ada);
      await writing;
    });
    expect(await activities.perform(ask(ada, 'email'))).toMatchObject({ status: 'deferred', kind: 'account' });
  });

  it('is forgotten where it is of somebody who was erased before anybody knew the id', async () => {
    const ada = await aPerson();
    await beginErasure({ ...jobDeps(), secrets }, ada.lead_id);
    const id = await writes(ada);
    expect(await event(id)).toMatchObject({ state: 'unmatched' });
    await asked();
    expect(await event(id)).toMatchObject({ state: 'ignored', payload: {}, note: 'of somebody who was erased' });
    const again = await writes(ada);
    expect(await event(again)).toMatchObject({ state: 'ignored', payload: {} });
  });
});
