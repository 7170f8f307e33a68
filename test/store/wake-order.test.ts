import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wakeHeard } from '../../src/runtime/store/accounts/unheard-waits.ts';
import { wakePutOff } from '../../src/runtime/store/accounts/wake-put-off.ts';
import { listDue } from '../../src/runtime/store/enrollments/list-due.ts';
import { claimOutbox } from '../../src/runtime/store/outbox/claim-outbox.ts';
import { addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { createRandom } from '../faults/random.ts';

const PEOPLE = 200;
const MONDAY = Date.parse('2026-03-02T09:00:00Z');
let bench: Bench;
/** In the order in which they are due, which is neither that of their ids nor that in which their rows were written. */
const random = createRandom(1);
const people = Array.from({ length: PEOPLE }, (_, n) => ({
  id: `enr_${String(n).padStart(4, '0')}`,
  at: random.next(),
}))
  .sort((one, other) => one.at - other.at)
  .map(({ id }) => id);
const dueAt = (place: number): Date => new Date(MONDAY + place * 60_000);
beforeAll(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
  await bench.db.query(
    `insert into leads (id, created_at, updated_at) select 'lead_' || id, now(), now() from unnest($1::text[]) as id`,
    [people],
  );
  await bench.db.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, senders, status, created_at, started_at, until)
     select id, 'hello', 1, digest, 'lead_' || id, '{}', 'active', now(), now(), until
       from unnest($1::text[], $2::timestamptz[]) as person (id, until), sequence_versions where sequence = 'hello' order by id`,
    [people, people.map((_, place) => dueAt(place))],
  );
  await bench.db.query('analyze');
});
afterAll(() => bench.close());

/** Lists them in the order in which Temporal hears of them. */
async function claimedInOrder(): Promise<string[]> {
  const rows = await bench.db.transaction((tx) => claimOutbox(tx, PEOPLE));
  await bench.db.query('delete from outbox');
  return rows.map(({ target_id }) => target_id);
}

describe('who is woken', () => {
  it('comes in the order of their deadlines, once their account is heard again', async () => {
    await bench.db.query(
      `insert into unheard_waits (enrollment_id, deadline, account_ids)
       select id, at, array['acc_anna'] from unnest($1::text[], $2::timestamptz[]) as wait (id, at) order by id`,
      [people, people.map((_, place) => dueAt(place))],
    );
    await bench.db.query(`update accounts set heard_until = $1 where id = 'acc_anna'`, [dueAt(PEOPLE)]);
    await bench.db.transaction((tx) => wakeHeard(tx, dueAt(PEOPLE), 1, PEOPLE / 2));
    expect(await claimedInOrder()).toEqual(people.slice(0, PEOPLE / 2));
    await bench.db.transaction((tx) => wakeHeard(tx, dueAt(PEOPLE), 1));
    expect(await claimedInOrder()).toEqual(people.slice(PEOPLE / 2));
  });

  it('comes in their turn, where a slow account has put them off', async () => {
    await bench.db.query(
      `insert into put_off (enrollment_id, account_id, turn) overriding system value
       select id, 'acc_anna', place from unnest($1::text[]) with ordinality as given (id, place) order by id`,
      [people],
    );
    await wakePutOff(bench.db, 'acc_anna', PEOPLE / 2, dueAt(0));
    expect(await claimedInOrder()).toEqual(people.slice(0, PEOPLE / 2));
    await wakePutOff(bench.db, 'acc_anna', PEOPLE, dueAt(0));
    expect(await claimedInOrder()).toEqual(people.slice(PEOPLE / 2));
  });

  it('hears of a clock that jumped in the order in which they are due', async () => {
    expect((await listDue(bench.db, dueAt(PEOPLE / 2 - 1))).ids).toEqual(people.slice(0, PEOPLE / 2));
    expect((await listDue(bench.db, null)).ids).toEqual(people);
  });
});
