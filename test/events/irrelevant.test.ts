import { afterEach, beforeEach, expect, it } from 'vitest';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { addIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { lockNames } from '../../src/runtime/store/leads/lock-names.ts';
import { identityKey, profileIdentity } from '../../src/shared/identity/identity.ts';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { ADA_ID, enrolled, envelope, happens, learnNames, match, message } from './fixtures.ts';

// Of this database alone: the server has those of other tests too.
const WAITING = `select 1 from pg_locks where locktype = 'advisory' and not granted
   and database = (select oid from pg_database where datname = current_database())`;

let bench: Bench;
let errors: unknown[];
beforeEach(async () => {
  bench = await openBench();
  errors = [];
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const stranger = (number: number) => `https://professional.example/in/ACoAAstranger${String(number).padStart(5, '0')}`;
const ours = () => envelope('message_sent', { inbox: 'classic', message_text: 'Hello', sender: { name: 'us' } });
const dispatch = (db: Database = bench.db) => dispatchEvents({ ...bench, db, onError: (error) => errors.push(error) });
const states = async () =>
  (await bench.db.query('select state, count(*)::int as n from events group by 1 order by 1')).rows;
const enrollment = async (id: string) =>
  (await bench.db.query('select * from enrollments where id = $1', [id])).rows[0] ?? {};

/** As received, not yet taken in. */
async function arrive(...events: Record<string, unknown>[]): Promise<void> {
  await happens({ ...bench, db: withoutLook(bench.db) }, ...events);
}

const NOTHING = { rows: [], rowCount: 0 };
const isLook = (text: string) => /from events where state = 'pending' order by/.test(text);
const withoutLook = (db: Database): Database => ({
  ...db,
  query: ((text: string, values?: unknown[]) =>
    isLook(text) ? Promise.resolve(NOTHING) : db.query(text, values)) as Queryable['query'],
});

/** The statements that are made over it, begin and commit included. */
function counting(db: Database): { db: Database; statements: () => number } {
  let statements = 0;
  const counted = (tx: Queryable): Queryable => ({
    query: (text, values) => {
      statements += 1;
      return tx.query(text, values);
    },
  });
  return {
    db: {
      ...db,
      ...counted(db),
      transaction: (work) => {
        statements += 2;
        return db.transaction((tx) => work(counted(tx)));
      },
    },
    statements: () => statements,
  };
}

it('what strangers wrote and our own messages cost the same few statements, however many they are', async () => {
  await arrive(...Array.from({ length: 40 }, (_, number) => message(stranger(number))), ours(), ours());
  const counted = counting(bench.db);
  expect(await dispatch(counted.db)).toBe(42);
  expect(counted.statements()).toBeLessThanOrEqual(9);
  expect(await states()).toEqual([
    { state: 'ignored', n: 2 },
    { state: 'unmatched', n: 40 },
  ]);
  expect(errors).toEqual([]);
});

it('the reply among them stops its sequence, and what a stranger wrote counts once their name is learned', async () => {
  const known = await enrolled(bench, ada());
  const later = await enrolled(bench, ada({ profile_url: 'someone-else' }));
  await addIdentities(
    bench.db,
    (await enrollment(known)).lead_id,
    [profileIdentity(ADA_ID)].flatMap((one) => one ?? []),
  );
  await arrive(message(stranger(1)), message(ADA_ID), message(stranger(2)));
  expect(await dispatch()).toBe(3);
  expect(await enrollment(known)).toMatchObject({ stop_outcome: 'replied' });
  const name = [profileIdentity(stranger(2))].flatMap((one) => one ?? []);
  await addIdentities(bench.db, (await enrollment(later)).lead_id, name);
  await match(bench);
  expect(await enrollment(later)).toMatchObject({ stop_outcome: 'replied' });
});

it('whose name is being learned at this moment is waited for, and then is no stranger', async () => {
  const id = await enrolled(bench, ada());
  const { lead_id } = await enrollment(id);
  // Known by an id of the network, so that nothing that a stranger writes may be theirs.
  await learnNames(bench, id, [profileIdentity('https://professional.example/in/ACoAAanotherOfTheirs')]);
  const names = [profileIdentity(ADA_ID)].flatMap((one) => one ?? []);
  await arrive(message(ADA_ID), message(stranger(1)));
  let dispatched: Promise<number> | undefined;
  await bench.db.transaction(async (tx) => {
    await lockNames(tx, names.map(identityKey));
    dispatched = dispatch();
    const waits = async () => (await bench.db.query(WAITING)).rowCount;
    await expect.poll(waits).toBe(1);
    await addIdentities(tx, lead_id, names);
  });
  expect(await dispatched).toBe(1);
  expect(await states()).toEqual([
    { state: 'pending', n: 1 },
    { state: 'unmatched', n: 1 },
  ]);
  await match(bench);
  expect(await enrollment(id)).toMatchObject({ stop_outcome: 'replied' });
});

it('irrelevant events that cannot be marked processed together are marked one by one', async () => {
  await arrive(message(stranger(1)), message(stranger(2)), ours());
  let transactions = 0;
  const first = new Error('all of them fail');
  const failing: Database = {
    ...bench.db,
    transaction: (work) => (transactions++ === 0 ? Promise.reject(first) : bench.db.transaction(work)),
  };
  expect(await dispatch(failing)).toBe(2);
  expect(errors).toEqual([first]);
  expect(await states()).toEqual([
    { state: 'ignored', n: 1 },
    { state: 'unmatched', n: 2 },
  ]);
});
