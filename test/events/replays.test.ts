import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEventDispatcher } from '../../src/runtime/events/dispatch-events.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { accepted, delivery, enrolled, match, message, receiverOf, subscribe } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
  await addSequence(bench.db, 'other', {
    stop_on: [],
    enroll: { again: 'never', active_elsewhere: false, contacted_within: null, per_company: null },
  });
  await subscribe(bench);
});
afterEach(() => bench.close());

const PEOPLE = 100;
const REPLAYS = 10_000;
const AT_ONCE = 200;

/** All that a repeat could change. */
async function everything(): Promise<Record<string, unknown>> {
  const read = async (sql: string) => (await bench.db.query(sql)).rows;
  return {
    enrollments: await read('select * from enrollments order by id'),
    timeline: await read('select enrollment_id, at, type, title, once from timeline order by enrollment_id, id'),
    outbox: await read('select id, target_id, payload from outbox order by id'),
    suppressions: await read('select * from suppressions order by id'),
    identities: await read('select * from identities order by kind, value'),
    relations: await read(
      'select account_id, lead_id, connected, degree, conversation_id from relations order by lead_id',
    ),
    events: await read('select event_id, state, lead_id, note, keys, about from events order by event_id'),
    reconciliations: await read('select account_id, state, reason from reconciliations order by id'),
  };
}

describe('ten thousand replayed events', () => {
  it('on live traffic change nothing, in whatever order they come', async () => {
    const bodies: object[] = [];
    for (let person = 0; person < PEOPLE; person++) {
      const slug = `person-${person}`;
      await enrolled(bench, ada({ profile_url: slug }), person % 2 === 0 ? 'hello' : 'other');
      const profile_url = `https://professional.example/in/ACoAAperson${String(person).padStart(5, '0')}`;
      bodies.push(accepted({ profile_url, public_identifier: slug }));
      bodies.push(message(profile_url, { metadata: { entity_urn: `m${person}` } }));
      if (person % 10 === 0) bodies.push(message(profile_url, { message_type: 'INMAIL_DECLINE', message_text: '' }));
    }
    bodies.push({ type: 'no envelope', person: { public_identifier: 'person-1' } });
    const receive = receiverOf(bench);
    const errors: unknown[] = [];
    const dispatcher = startEventDispatcher({ ...bench, onError: (error) => errors.push(error), idle_ms: 5 });
    // Live traffic: each event once, shuffled, and its repeats among them.
    const live = shuffled([...bodies, ...bodies, ...bodies], 1);
    await Promise.all(live.map((body) => receive(delivery(body))));
    await expect
      .poll(async () => (await bench.db.query(`select from events where state = 'pending'`)).rowCount, {
        timeout: 120_000,
      })
      .toBe(0);
    await match(bench);
    const before = await everything();
    expect((before.events as unknown[]).length).toBe(bodies.length);
    expect(
      (before.enrollments as { replied_at: unknown; accepted_at: unknown }[]).every(
        ({ replied_at, accepted_at }) => replied_at !== null && accepted_at !== null,
      ),
    ).toBe(true);

    const replays = Array.from({ length: REPLAYS }, (_, number) => bodies[(number * 7919) % bodies.length] ?? {});
    const order = shuffled(replays, 2);
    for (let from = 0; from < order.length; from += AT_ONCE) {
      const answers = await Promise.all(
        order
          .slice(from, from + AT_ONCE)
          .map((body) => receive(delivery(body, { headers: { 'x-service-replay': 'true' } }))),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
    await dispatcher.stop();
    await match(bench);
    expect(await everything()).toEqual(before);
    expect(errors).toEqual([]);
  });
});

/** The same order for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
