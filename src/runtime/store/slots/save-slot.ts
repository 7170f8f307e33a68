import type { Queryable } from '../../../shared/postgres/database.ts';
import type { SlotRow, StepVisit } from './slot.ts';

export type NewSlot = Omit<SlotRow, 'id' | 'moved_for' | 'urgent' | 'domain'> &
  Partial<Pick<SlotRow, 'urgent' | 'domain'>>;

/** Books, or uses at once. Under the account's lock. */
export async function insertSlot(tx: Queryable, slot: NewSlot): Promise<void> {
  await tx.query(
    `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state, amount,
                        urgent, domain)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
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
      slot.urgent ?? false,
      slot.domain ?? null,
    ],
  );
}

/** The step goes out now. Its day stays the one that was booked. */
export async function useSlots(tx: Queryable, ids: readonly string[], at: Date): Promise<void> {
  await tx.query(`update slots set state = 'used', at = $2 where id = any($1::bigint[])`, [[...ids], at]);
}

/** All slots of a step; `moved_for` null: it moved up. */
export async function moveStepSlots(
  tx: Queryable,
  step: StepVisit,
  to: { readonly at: Date; readonly local_day: string; readonly local_week: string },
  movedFor: SlotRow['moved_for'] = null,
): Promise<void> {
  await tx.query(
    `update slots set at = $4, local_day = $5, local_week = $6, moved_for = $7
      where enrollment_id = $1 and node = $2 and visit = $3 and state = 'booked'`,
    [step.enrollment_id, step.node, step.visit, to.at, to.local_day, to.local_week, movedFor],
  );
}
