import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveSubscription } from '../../src/runtime/store/events/subscription.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { type Bench, openBench } from '../enroll/fixtures.ts';
import { ADA_ID, box, delivery, message, receiverOf, SECRET, subscribe } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await subscribe(bench);
});
afterEach(() => bench.close());

const kept = async () => (await bench.db.query('select event_id, state, payload from events order by event_id')).rows;

describe('a webhook', () => {
  it('is kept as it came, and answered when it is committed', async () => {
    let woken = 0;
    const event = message(ADA_ID);
    const reception = await receiverOf(bench, { onReceived: () => woken++ })(delivery(event));
    expect(reception).toEqual({ status: 200 });
    expect(await kept()).toEqual([{ event_id: event.event_id, state: 'pending', payload: event }]);
    expect(woken).toBe(1);
  });

  it('is notified of by its own insert in a turn of the notifier, and else after its commit', async () => {
    const asked: string[] = [];
    const db: Database = {
      ...bench.db,
      query: (text, values) => {
        asked.push(`${/pg_notify/.test(text) ? 'notifying' : 'silent'} ${values?.at(-1)}`);
        return bench.db.query(text, values);
      },
    };
    let woken = 0;
    let turn: string | null = 'events';
    const onReceived = Object.assign(() => woken++, { takeTurn: () => turn });
    const receive = receiverOf(bench, { db, onReceived });
    await receive(delivery(message(ADA_ID)));
    expect(asked.at(-1)).toBe('notifying events');
    expect(woken).toBe(0);
    turn = null;
    await receive(delivery(message(ADA_ID)));
    expect(asked.at(-1)).toBe('notifying null');
    expect(woken).toBe(1);
    expect(await kept()).toHaveLength(2);
  });

  it('is one event however often it is delivered', async () => {
    const receive = receiverOf(bench);
    const event = message(ADA_ID);
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => receive(delivery(event))));
    expect(results.every(({ status }) => status === 200)).toBe(true);
    expect(await kept()).toHaveLength(1);
  });

  it('is ingested whatever the order', async () => {
    const receive = receiverOf(bench);
    const [first, second] = [message(ADA_ID), message(ADA_ID)];
    await receive(delivery(second));
    await receive(delivery(first));
    expect((await kept()).map(({ event_id }) => event_id)).toEqual([first.event_id, second.event_id]);
  });

  it('says that others may be missing when the service had to try again', async () => {
    const gaps: string[] = [];
    const receive = receiverOf(bench, { onGap: (id) => gaps.push(id) });
    await receive(delivery(message(ADA_ID), { headers: { 'x-service-attempt': '1' } }));
    await receive(delivery(message(ADA_ID), { headers: { 'x-service-attempt': '2' } }));
    expect(gaps).toEqual(['sub_anna']);
  });

  it('is proven by the bytes: another spelling of the same JSON is another body', async () => {
    const spelled = JSON.stringify(message(ADA_ID), null, 2);
    expect(await receiverOf(bench)(delivery(spelled))).toEqual({ status: 200 });
  });

  it('is ingested with its new secret after a rotation, and refused with the old one', async () => {
    const receive = receiverOf(bench);
    await receive(delivery(message(ADA_ID)));
    await subscribe(bench, 'sub_anna', 'acc_anna', 'whsec_new');
    const fresh = receiverOf(bench);
    expect(await fresh(delivery(message(ADA_ID), { secret: 'whsec_new' }))).toEqual({ status: 200 });
    expect(await fresh(delivery(message(ADA_ID)))).toMatchObject({ status: 401 });
  });

  it('keeps a text with a NUL, which Postgres cannot', async () => {
    expect(await receiverOf(bench)(delivery(message(ADA_ID, { message_text: 'a\u0000b' })))).toEqual({ status: 200 });
    expect(await kept()).toHaveLength(1);
  });

  it('fails alone when it cannot be written', async () => {
    const receive = receiverOf(bench);
    const bad = delivery({ ...message(ADA_ID), platform: 'professional', account_id: 'acc_anna', x: '\ud800' });
    const results = await Promise.allSettled([
      receive(delivery(message(ADA_ID))),
      receive(bad),
      receive(delivery(message(ADA_ID))),
    ]);
    expect(results[0]).toMatchObject({ value: { status: 200 } });
    expect(results[2]).toMatchObject({ value: { status: 200 } });
  });
});

describe('a webhook that', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const event = message(ADA_ID);
  const good = () => delivery(event);
  const signed = (text: string, key = SECRET) => createHmac('sha256', key).update(text).digest('hex');
  const raw = JSON.stringify(event);

  it.each([
    ['is unsigned', () => ({ ...good(), headers: { 'x-service-timestamp': String(now()) } }), 'bad_signature'],
    [
      'has no timestamp',
      () => ({ ...good(), headers: { ...good().headers, 'x-service-timestamp': undefined } }),
      'bad_signature',
    ],
    [
      'has a swapped timestamp',
      () => ({ ...good(), headers: { ...good().headers, 'x-service-timestamp': String(now() - 1) } }),
      'bad_signature',
    ],
    ['has a tampered body', () => ({ ...good(), raw: Buffer.from(raw.replace('Yes', 'No!')) }), 'bad_signature'],
    ['is signed with another secret', () => delivery(event, { secret: 'other' }), 'bad_signature'],
    ['is signed with an empty secret', () => delivery(event, { secret: '' }), 'bad_signature'],
    [
      'signs the body alone',
      () => ({ ...good(), headers: { ...good().headers, 'x-service-signature': `v1=${signed(raw)}` } }),
      'bad_signature',
    ],
    [
      'names another scheme',
      () => ({ ...good(), headers: { ...good().headers, 'x-service-signature': `v0=${signed(`${now()}.${raw}`)}` } }),
      'bad_signature',
    ],
    [
      'leaves the scheme out',
      () => ({ ...good(), headers: { ...good().headers, 'x-service-signature': signed(`${now()}.${raw}`) } }),
      'bad_signature',
    ],
    [
      'signs in upper case',
      () => ({
        ...good(),
        headers: { ...good().headers, 'x-service-signature': `v1=${signed(`${now()}.${raw}`).toUpperCase()}` },
      }),
      'bad_signature',
    ],
    ['is six minutes old', () => delivery(event, { timestamp: now() - 360 }), 'stale'],
    ['is six minutes ahead', () => delivery(event, { timestamp: now() + 360 }), 'stale'],
    [
      'names another event in its header',
      () => delivery(event, { headers: { 'x-service-event-id': 'evt_other' } }),
      'other_event',
    ],
    ['is of another account', () => delivery({ ...event, account_id: 'acc_mail' }), 'other_account'],
  ])('%s is refused with 401 and changes nothing', async (_, broken, code) => {
    expect(await receiverOf(bench)(broken())).toMatchObject({ status: 401, code });
    expect(await kept()).toEqual([]);
  });

  it('is four minutes old is ingested', async () => {
    expect(await receiverOf(bench)(delivery(event, { timestamp: now() - 240 }))).toEqual({ status: 200 });
  });

  it.each([
    ['a list', (events: readonly object[]) => events],
    ['a list with what holds for all of them', (events: readonly object[]) => ({ account_id: 'acc_anna', events })],
  ])('is %s of thousands of events: each of them is kept', async (_, body) => {
    const events = Array.from({ length: 3000 }, () => message(ADA_ID));
    expect(await receiverOf(bench)(delivery(JSON.stringify(body(events))))).toEqual({ status: 200 });
    const ids = (await kept()).map(({ event_id }) => event_id);
    expect(ids).toEqual(events.map(({ event_id }) => event_id).toSorted());
  });

  it.each([
    ['more events than can be ingested', () => Array.from({ length: 20_001 }, (_, index) => ({ id: `evt_${index}` }))],
    [
      'events that come to too much with what holds for all of them',
      () => ({
        note: 'x'.repeat(1_000_000),
        events: Array.from({ length: 100 }, (_, index) => ({ id: `evt_${index}` })),
      }),
    ],
  ])('is a list of %s: it is refused whole, so that it comes again', async (_, body) => {
    const reception = await receiverOf(bench)(delivery(JSON.stringify(body())));
    expect(reception).toMatchObject({ status: 413, code: 'too_many_events' });
    expect(await kept()).toEqual([]);
  });

  it.each([
    ['no JSON', 'hello'],
    ['no envelope', '{"event_id":"e"}'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['empty', ''],
    ['nested too deep', '['.repeat(5000) + ']'.repeat(5000)],
  ])('is proven but is %s is kept, for it may be read later', async (_, body) => {
    expect(await receiverOf(bench)(delivery(body))).toEqual({ status: 200 });
    expect(await kept()).toHaveLength(1);
  });

  it('comes to an unknown address is refused with 404', async () => {
    expect(await receiverOf(bench)(delivery(event, { subscription_id: 'sub_x' }))).toMatchObject({ status: 404 });
  });

  it('is signed for one account cannot be used for another', async () => {
    await saveSubscription(bench.db, {
      id: 'sub_mail',
      account_id: 'acc_mail',
      webhook_id: 'w',
      secret: box.seal('of mail'),
      url: '',
      at: new Date(),
    });
    const stolen = delivery({ ...event, account_id: 'acc_mail' }, { subscription_id: 'sub_mail' });
    expect(await receiverOf(bench)(stolen)).toMatchObject({ status: 401, code: 'bad_signature' });
  });
});
