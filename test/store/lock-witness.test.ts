import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { lockCredits } from '../../src/runtime/store/credits/credits-left.ts';
import { lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { lockEnrollmentsOf } from '../../src/runtime/store/enrollments/lock-enrollments.ts';
import { lockNames } from '../../src/runtime/store/leads/lock-names.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { databaseOver } from '../../src/shared/postgres/open-database.ts';
import { type Bench, type EnrolledLead, openBench, VISIT } from '../activities/bench.ts';
import { createLockWitness } from '../support/locks/lock-witness.ts';
import { REFERRED_TO } from '../support/locks/ranks.ts';

let bench: Bench;
let pool: pg.Pool;
let first: EnrolledLead;
let second: EnrolledLead;
beforeAll(async () => {
  bench = await openBench();
  pool = new pg.Pool({ connectionString: bench.url, max: 1 });
  pool.on('error', () => undefined);
  await bench.account('acc_anna');
  const plan = await bench.sequence([VISIT]);
  const enroll = (name: string) => bench.enroll(plan, { profile_url: `https://x.example/in/${name}` }, {});
  const [one, other] = [await enroll('ada'), await enroll('bob')];
  [first, second] = one.id < other.id ? [one, other] : [other, one];
});
afterAll(async () => {
  await pool.end();
  await bench.close();
});

/** Returns the complaints of the witness about a transaction. */
async function judge(work: (tx: Queryable) => Promise<unknown>): Promise<string[]> {
  const witness = createLockWitness();
  await databaseOver(witness.watch(pool)).transaction(work);
  return [...witness.complaints];
}

describe('the witness of the order of locks', () => {
  it.each<[string, (tx: Queryable) => Promise<unknown>]>([
    [
      'enrollments after accounts',
      async (tx) => {
        await lockAccount(tx, 'acc_anna');
        await lockEnrollment(tx, first.id);
      },
    ],
    [
      'accounts after credit_balance',
      async (tx) => {
        await lockCredits(tx);
        await lockAccount(tx, 'acc_anna');
      },
    ],
    [
      'enrollments in no order',
      async (tx) => {
        await lockEnrollment(tx, second.id);
        await lockEnrollment(tx, first.id);
      },
    ],
    [
      'names 1 after enrollments',
      async (tx) => {
        await lockEnrollment(tx, first.id);
        await lockNames(tx, ['email:ada@acme.example']);
      },
    ],
    [
      'enrollments after intents',
      async (tx) => {
        await tx.query(`update intents set state = 'unknown' where key = $1`, ['none']);
        await tx.query(`update enrollments set vars = '{}' where id = $1`, [first.id]);
      },
    ],
    [
      'whoever refers to enrollments waits as well',
      (tx) => tx.query('select from enrollments where id = $1 for update', [first.id]),
    ],
    ['outbox is waited for', (tx) => tx.query('select 1 from outbox where id = any($1) for update', [[1]])],
    [
      'nobody has said where new migrations comes',
      (tx) => tx.query(`insert into migrations (name) select '1' where false on conflict do nothing`),
    ],
  ])('says: %s', async (complaint, work) => {
    expect(await judge(work)).toEqual([expect.stringContaining(complaint)]);
  });

  it('says nothing of one that keeps the order, nor of what is locked again', async () => {
    const complaints = await judge(async (tx) => {
      await lockNames(tx, ['email:ada@acme.example']);
      await lockEnrollmentsOf(tx, [first.lead_id, second.lead_id]);
      await lockAccount(tx, 'acc_anna');
      await lockEnrollment(tx, first.id);
      await tx.query('update enrollments set vars = $2 where id = any($1)', [[second.id], {}]);
    });
    expect(complaints).toEqual([]);
  });

  it('knows every table that others refer to', async () => {
    const { rows } = await bench.db.query<{ name: string }>(
      `select distinct confrelid::regclass::text as name from pg_constraint where contype = 'f' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...REFERRED_TO].sort());
  });
});
