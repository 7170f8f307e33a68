import type { Queryable } from '../../../shared/postgres/database.ts';

/** Puts off a step for which its account's lane is full. One that was put off before keeps its turn. */
export async function putOff(tx: Queryable, enrollmentId: string, accountId: string): Promise<void> {
  await tx.query(
    `insert into put_off (enrollment_id, account_id) values ($1, $2)
     on conflict (enrollment_id) do update set account_id = excluded.account_id`,
    [enrollmentId, accountId],
  );
}

/** The step came by itself before anybody woke it. */
export async function takeBackIn(db: Queryable, enrollmentId: string): Promise<void> {
  await db.query('delete from put_off where enrollment_id = $1', [enrollmentId]);
}
