import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** Those of the account who wait longest come again, so many of them at most. Returns how many they are. */
export async function wakePutOff(db: Queryable, accountId: string, most: number, at: Date): Promise<number> {
  return tell(db, 'select enrollment_id, turn from put_off where account_id = $4 order by turn limit $5', at, [
    accountId,
    most,
  ]);
}

/** One of each account, whose end then wakes the next: a process that ended can wake nobody any more. */
export async function wakeFirstPutOff(db: Queryable, at: Date): Promise<number> {
  const firsts = 'select distinct on (account_id) enrollment_id from put_off order by account_id, turn';
  return tell(db, `select enrollment_id, turn from put_off where enrollment_id in (${firsts})`, at, []);
}

/** Signals the enrollments that `whom` selects. Those that another transaction wakes at this moment are skipped. */
async function tell(db: Queryable, whom: string, at: Date, values: readonly unknown[]): Promise<number> {
  const { rowCount } = await db.query(
    `with next as materialized (${whom} for update skip locked),
          woken as (delete from put_off where enrollment_id in (select enrollment_id from next) returning enrollment_id)
     insert into outbox (kind, target_id, payload, created_at)
     select $1, enrollment_id, $2, $3 from woken join next using (enrollment_id) order by turn`,
    ['signal_enrollment', JSON.stringify({ id: newId('turn'), type: 'nudge' }), at, ...values],
  );
  return rowCount ?? 0;
}
