import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergePeople } from '../../src/runtime/events/match/merge-people.ts';
import { conversationListing } from '../../src/runtime/store/conversations/list-conversations.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { email, enrolled, happens, match, message, storeEvents } from '../events/fixtures.ts';
import { follow, sent } from './fixtures.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterAll(() => bench.close());

let people = 0;
/** Somebody new, enrolled. */
async function somebody(more: Record<string, unknown> = {}) {
  people += 1;
  const profile_url = `https://professional.example/in/somebody-${people}`;
  const enrollment_id = await enrolled(bench, ada({ profile_url, email: `somebody-${people}@x.example`, ...more }));
  const { rows } = await bench.db.query<{ lead_id: string }>('select lead_id from enrollments where id = $1', [
    enrollment_id,
  ]);
  return { enrollment_id, profile_url, lead_id: rows[0]?.lead_id ?? '' };
}

async function conversationsOf(lead_id: string) {
  await follow(bench);
  return readPage(bench.db, conversationListing({ lead_id }), { limit: 100 });
}

async function onlyOf(lead_id: string) {
  const [only, ...more] = await conversationsOf(lead_id);
  if (only === undefined || more.length > 0) throw new Error('not one conversation');
  return only;
}

const set = (id: string, values: string) => bench.db.query(`update conversations set ${values} where id = $1`, [id]);

describe('the inbox behind the ledger', () => {
  it('has what somebody has answered, opened and unread, with whose turn it is and since when', async () => {
    const one = await somebody();
    const at = new Date(Date.now() - 60_000);
    await sent(bench, one.enrollment_id, { at });
    expect(await onlyOf(one.lead_id)).toMatchObject({
      ...{ state: 'done', unread: 0, messages: 1, received: 0, last_by: 'us', last_text: 'Shall we talk?' },
      ...{ waiting_for: 'them', waiting_since: at, account_id: 'acc_anna' },
    });
    await happens(
      bench,
      message(one.profile_url, { message_text: 'Gladly.' }),
      message(one.profile_url, { message_text: 'On Monday?' }),
    );
    const { rows } = await bench.db.query<{ first: Date }>(
      'select min(occurred_at) as first from events where lead_id = $1',
      [one.lead_id],
    );
    expect(await onlyOf(one.lead_id)).toMatchObject({
      ...{ state: 'open', unread: 2, messages: 3, received: 2, last_by: 'them', last_text: 'On Monday?' },
      ...{ waiting_for: 'us', waiting_since: rows[0]?.first },
    });
  });

  it('has one item for each account by which they have written', async () => {
    const one = await somebody();
    await sent(bench, one.enrollment_id);
    await happens(
      bench,
      email({ sender: { name: 'Ada', email: `somebody-${people}@x.example` }, message_id: `<${people}@x>` }),
    );
    expect(
      (await conversationsOf(one.lead_id)).map(({ account_id, channels, state }) => ({ account_id, channels, state })),
    ).toEqual([
      { account_id: 'acc_mail', channels: ['email'], state: 'open' },
      { account_id: 'acc_anna', channels: ['message'], state: 'done' },
    ]);
  });

  it.each([
    ['done', `state = 'done', unread = 0`],
    ['snoozed', `state = 'snoozed', snoozed_until = now() + interval '1 day', unread = 0`],
  ])('opens what is %s when the person writes again, and keeps whose it is', async (_, values) => {
    const one = await somebody();
    await happens(bench, message(one.profile_url));
    const { id } = await onlyOf(one.lead_id);
    await set(id, `${values}, assignee = 'grace'`);
    await sent(bench, one.enrollment_id);
    expect(await onlyOf(one.lead_id)).toMatchObject({
      unread: 0,
      last_by: 'us',
      state: values.slice(9, values.indexOf("'", 9)),
    });
    await happens(bench, message(one.profile_url, { message_text: 'Still there?' }));
    expect(await onlyOf(one.lead_id)).toMatchObject({
      id,
      state: 'open',
      snoozed_until: null,
      unread: 1,
      assignee: 'grace',
    });
  });

  it('opens nothing for what a machine has answered, and then waits for whom it waited for before', async () => {
    const one = await somebody();
    await sent(bench, one.enrollment_id);
    const headers = { 'Auto-Submitted': 'auto-replied' };
    const sender = { name: 'Ada', email: `somebody-${people}@x.example` };
    await happens(
      bench,
      email({ sender, headers, message_id: `<${people}-auto@x>`, message_text: 'I am away until Monday.' }),
    );
    const [mail] = await conversationsOf(one.lead_id);
    expect(mail).toMatchObject({
      state: 'done',
      unread: 0,
      messages: 1,
      received: 0,
      last_automatic: true,
      waiting_for: null,
    });
  });

  it('counts a message once that two events report', async () => {
    const one = await somebody();
    const metadata = { entity_urn: 'urn:msg:1' };
    await happens(bench, message(one.profile_url, { metadata }), message(one.profile_url, { metadata }));
    expect(await onlyOf(one.lead_id)).toMatchObject({ messages: 1, unread: 1 });
  });

  it('follows an event that is matched with somebody else when it is read once more', async () => {
    const [wrong, right] = [await somebody(), await somebody()];
    const event = message(wrong.profile_url, { message_text: 'Who am I?' });
    await happens(bench, event);
    const before = await onlyOf(wrong.lead_id);
    expect(before.last_text).toBe('Who am I?');
    await bench.db.query(
      `update events set state = 'pending', payload = jsonb_set(payload, '{event,sender,profile_url}', to_jsonb($2::text)) where event_id = $1`,
      [event.event_id, right.profile_url],
    );
    expect(await conversationsOf(wrong.lead_id)).toHaveLength(1);
    await match(bench);
    expect(await conversationsOf(wrong.lead_id)).toEqual([]);
    expect(await onlyOf(right.lead_id)).toMatchObject({ last_text: 'Who am I?', state: 'open', unread: 1 });
  });

  it('leads from the conversation of somebody who was merged to the one that goes on, with all that was said of both', async () => {
    const [older, newer] = [await somebody(), await somebody()];
    await happens(bench, message(older.profile_url), message(newer.profile_url, { message_text: 'It is me again' }));
    const [kept, gone] = [await onlyOf(older.lead_id), await onlyOf(newer.lead_id)];
    await set(kept.id, `state = 'done', unread = 0`);
    await set(gone.id, `assignee = 'grace', label = 'interested', labeled_at = now()`);
    await bench.db.query(`insert into merges (lead_id, other_id, name) values ($1, $2, 'slug:x')`, [
      older.lead_id,
      newer.lead_id,
    ]);
    await mergePeople({ ...bench, onError: (error) => expect.fail(String(error)) });
    await match(bench);
    const merged = await onlyOf(older.lead_id);
    expect(merged).toMatchObject({
      id: kept.id,
      state: 'open',
      unread: 1,
      messages: 2,
      received: 2,
      assignee: 'grace',
      label: 'interested',
    });
    const { rows } = await bench.db.query('select merged_into from conversations where id = $1', [gone.id]);
    expect(rows).toEqual([{ merged_into: kept.id }]);
  });

  it('moves the conversation of somebody who was merged with one who has none', async () => {
    const [older, newer] = [await somebody(), await somebody()];
    await happens(bench, message(newer.profile_url));
    const { id } = await onlyOf(newer.lead_id);
    await set(id, `state = 'done', unread = 0`);
    await bench.db.query(`insert into merges (lead_id, other_id, name) values ($1, $2, 'slug:y')`, [
      older.lead_id,
      newer.lead_id,
    ]);
    await mergePeople({ ...bench, onError: (error) => expect.fail(String(error)) });
    await match(bench);
    expect(await onlyOf(older.lead_id)).toMatchObject({ id, lead_id: older.lead_id, state: 'done', unread: 0 });
  });

  it('knows nothing of somebody any more who was erased', async () => {
    const one = await somebody();
    await happens(bench, message(one.profile_url));
    await onlyOf(one.lead_id);
    await storeEvents(bench, [message(one.profile_url)]);
    await bench.db.query('insert into conversation_changes (lead_id) values ($1)', [one.lead_id]);
    await bench.db.query('update enrollments set lead_id = null where lead_id = $1', [one.lead_id]);
    await bench.db.query('update events set lead_id = null where lead_id = $1', [one.lead_id]);
    await bench.db.query('delete from leads where id = $1', [one.lead_id]);
    expect(await conversationsOf(one.lead_id)).toEqual([]);
    expect((await bench.db.query('select from conversation_changes')).rowCount).toBe(0);
  });

  it('is the same when it is read anew from the beginning, but for nothing that people have said of it', async () => {
    const one = await somebody();
    await sent(bench, one.enrollment_id);
    await happens(
      bench,
      message(one.profile_url),
      email({ sender: { name: 'Ada', email: `somebody-${people}@x.example` }, message_id: '<new@x>' }),
    );
    await set(
      (await conversationsOf(one.lead_id))[0]?.id ?? '',
      `state = 'done', unread = 0, label = 'booked', labeled_at = '2026-03-01'`,
    );
    const all = () => bench.db.query('select * from conversations order by id');
    const before = await all();
    await bench.db.query(
      `insert into conversation_changes (lead_id)
       select lead_id from events where lead_id is not null
       union
       select e.lead_id from intents i join enrollments e on e.id = i.enrollment_id
        where i.state = 'done' and i.action in ('send', 'invite') and e.lead_id is not null`,
    );
    await follow(bench);
    expect((await all()).rows).toEqual(before.rows);
  });

  it('reads a change once more whose transaction was undone', async () => {
    const one = await somebody();
    await happens(bench, message(one.profile_url));
    const broken = {
      ...bench.db,
      transaction: <T>(work: Parameters<typeof bench.db.transaction<T>>[0]) =>
        bench.db.transaction(async (tx) => {
          await work(tx);
          throw new Error('killed before the commit');
        }) as Promise<T>,
    };
    await expect(follow({ db: broken })).rejects.toThrow('killed');
    expect((await bench.db.query('select from conversations where lead_id = $1', [one.lead_id])).rowCount).toBe(0);
    expect(await onlyOf(one.lead_id)).toMatchObject({ messages: 1 });
  });

  it('leaves the changes to the one who is at them already', async () => {
    const one = await somebody();
    await happens(bench, message(one.profile_url));
    await bench.db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(4400, 60)');
      await follow(bench);
      expect((await bench.db.query('select from conversation_changes')).rowCount).toBeGreaterThan(0);
    });
    expect(await onlyOf(one.lead_id)).toMatchObject({ messages: 1 });
  });
});
