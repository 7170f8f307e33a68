import type { Queryable } from '../../postgres/database.ts';
import type { SlotRow } from './slot.ts';

/** Books, or uses at once. Under the account's lock. */
export async function insertSlot(tx: Queryable, slot: Omit<SlotRow, 'id'>): Promise<void> {
  await tx.query(
    `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state, amount)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      slot.account_id,
      slot.limit_class,
      slot.enrollment_id,
      slot.node,
      slot.visit,
      slot.at,
      slot.local_day,
      slot.local_week,
      slot.state,
      slot.amount,
    ],
  );
}

/** The step goes out now. Its day stays the one that was booked. */
export async function useSlots(tx: Queryable, ids: readonly string[], at: Date): Promise<void> {
  await tx.query(`update slots set state = 'used', at = $2 where id = any($1::bigint[])`, [[...ids], at]);
}

export async function moveSlot(
  tx: Queryable,
  id: string,
  to: { readonly at: Date; readonly local_day: string; readonly local_week: string },
): Promise<void> {
  await tx.query('update slots set at = $2, local_day = $3, local_week = $4 where id = $1', [
    id,
    to.at,
    to.local_day,
    to.local_week,
  ]);
}
