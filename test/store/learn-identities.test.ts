import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimEvent } from '../../src/runtime/store/events/claim-event.ts';
import { learnAbout, learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { lockNames } from '../../src/runtime/store/leads/lock-names.ts';
import { identityKey, profileIdentity } from '../../src/shared/identity/identity.ts';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { shareTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { ADA_ID, enrolled, happens, match, message } from '../events/fixtures.ts';
import { eventually } from '../support/eventually.ts';

let bench: ApiBench;
let tries = 0;
/** Whoever is ended in a deadlock is tried again without a word: so tries are counted. */
const counted: Pick<Database, 'transaction'> = {
  transaction: (work) =>
    bench.db.transaction((tx) => {
      tries += 1;
      return work(tx);
    }),
};
beforeEach(async () => {
  tries = 0;
  bench = await openApi();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const waiting = (count: number) =>
  eventually(async () => {
    const { rows } = await bench.db.query<{ waiting: number }>(
      `select count(distinct pid)::int as waiting from pg_locks where not granted`,
    );
    expect(rows[0]?.waiting).toBe(count);
  });

it('does not wait for an event that somebody else has claimed: they wait for the name and see it', async () => {
  const id = await enrolled(bench, ada(), 'hello');
  const { rows } = await bench.db.query<{ lead_id: string }>('select lead_id from enrollments where id = $1', [id]);
  const lead = rows[0]?.lead_id ?? '';
  const name = profileIdentity(ADA_ID);
  if (name === null) throw new Error('no name');
  const reply = message(ADA_ID);
  await happens(bench, reply);
  await match(bench);
  const state = async () =>
    (await bench.db.query('select state from events where event_id = $1', [reply.event_id])).rows[0]?.state;
  expect(await state()).toBe('unmatched');

  // A merge has the person's row, so that whoever learns the name sees the event as it was before the wait.
  let merged: () => void = () => undefined;
  const merge = bench.db.transaction(async (tx) => {
    await tx.query('select from leads where id = $1 for update', [lead]);
    await new Promise<void>((resolve) => {
      merged = resolve;
    });
  });
  const learning = learnIdentities({ ...bench.db, ...counted }, lead, [name]);
  await waiting(1);
  await bench.db.query(`update events set state = 'pending' where event_id = $1`, [reply.event_id]);
  const seen: unknown[] = [];
  const dispatch = counted.transaction(async (tx) => {
    expect(await claimEvent(tx, reply.event_id)).not.toBeNull();
    await lockNames(tx, [identityKey(name)]);
    seen.push((await tx.query('select lead_id from identities where value = $1', [name.value])).rows);
  });
  await waiting(2);
  merged();
  await Promise.all([merge, learning, dispatch]);
  expect(seen).toEqual([[{ lead_id: lead }]]);
  expect(await state()).toBe('pending');
  expect(tries).toBe(2);
});

it('is one statement for the names of one person and the relation to another, and keeps what is not said', async () => {
  const leads: string[] = [];
  for (const profile_url of ['p-1', 'p-2']) {
    const id = await enrolled(bench, ada({ profile_url }), 'hello');
    const { rows } = await bench.db.query<{ lead_id: string }>('select lead_id from enrollments where id = $1', [id]);
    leads.push(rows[0]?.lead_id ?? '');
  }
  const [named = '', related = ''] = leads;
  const { rows: accounts } = await bench.db.query<{ id: string }>('select id from accounts order by id limit 1');
  const relation = { account_id: accounts[0]?.id ?? '', lead_id: related, at: new Date('2026-01-06T10:00:00Z') };
  const name = profileIdentity(ADA_ID);
  if (name === null) throw new Error('no name');
  await learnAbout(bench.db, { names: [], relations: [{ ...relation, connected: true, degree: 1 }] });
  const asked: string[] = [];
  await bench.db.transaction(async (whole) => {
    const tx: Queryable = {
      query: (text, values) => {
        asked.push(text);
        return whole.query(text, values);
      },
    };
    const parts = await shareTransaction(tx, [
      (part) => learnAbout(part, { names: [{ ...name, lead_id: named }], relations: [] }),
      (part) => learnAbout(part, { names: [], relations: [{ ...relation, conversation_id: 'c_1' }] }),
    ]);
    expect(parts).toEqual([
      { status: 'done', value: false },
      { status: 'done', value: false },
    ]);
  });
  expect(asked).toHaveLength(1);
  const { rows: names } = await bench.db.query('select lead_id from identities where value = $1', [name.value]);
  expect(names).toEqual([{ lead_id: named }]);
  const { rows } = await bench.db.query('select lead_id, connected, degree, conversation_id from relations');
  expect(rows).toEqual([{ lead_id: related, connected: true, degree: 1, conversation_id: 'c_1' }]);
});

it('leaves no name of a person who is gone, whichever of the two comes first', async () => {
  const id = await enrolled(bench, ada(), 'hello');
  const { rows } = await bench.db.query<{ lead_id: string }>('select lead_id from enrollments where id = $1', [id]);
  const lead = rows[0]?.lead_id ?? '';
  const name = profileIdentity(ADA_ID);
  if (name === null) throw new Error('no name');
  let released: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    released = resolve;
  });
  const learning = bench.db.transaction(async (tx) => {
    await learnAbout(tx, { names: [{ ...name, lead_id: lead }], relations: [] });
    await held;
  });
  await eventually(async () => {
    const { rows: locked } = await bench.db.query('select from leads where id = $1 for update skip locked', [lead]);
    expect(locked).toEqual([]);
  });
  const going = bench.db.query('delete from leads where id = $1', [lead]);
  await waiting(1);
  released();
  await Promise.all([learning, going]);
  expect((await bench.db.query('select from identities where lead_id = $1', [lead])).rows).toEqual([]);
  expect((await bench.db.query('select lead_id from enrollments where id = $1', [id])).rows).toEqual([
    { lead_id: null },
  ]);
  await bench.db.transaction((tx) => learnAbout(tx, { names: [{ ...name, lead_id: lead }], relations: [] }));
  expect((await bench.db.query('select from identities where lead_id = $1', [lead])).rows).toEqual([]);
});
