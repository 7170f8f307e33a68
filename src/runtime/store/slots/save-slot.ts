import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { ownedBy, type SlotOwner, type SlotRow } from './slot.ts';

export type NewSlot = Omit<SlotRow, 'id' | 'moved_for' | 'urgent' | 'domain' | 'answer_id'> &
  Partial<Pick<SlotRow, 'urgent' | 'domain' | 'answer_id'>>;

/** Books, or uses at once. Under the account's lock. */
export const insertSlots = setwise(
  async (tx: Queryable, asked: readonly (readonly NewSlot[])[]): Promise<null[]> => {
    await tx.query(
      `insert into slots (account_id, limit_class, enrollment_id, answer_id, node, visit, at, local_day, local_week, state, amount,
                          urgent, domain)
       select account_id, limit_class, enrollment_id, answer_id, node, visit, at, local_day, local_week, state, amount, coalesce(urgent, false), domain
         from ${rowsOf(`account_id text, limit_class text, enrollment_id text, answer_id text, node text, visit int, at timestamptz,
                local_day date, local_week date, state text, amount int, urgent boolean, domain text`)} as s`,
      [jsonRows(asked.flat())],
    );
    return asked.map(() => null);
  },
  { writes: true },
);

/** The step goes out now. Its day stays the one that was booked. */
export const useSlots = setwise(
  async (tx: Queryable, asked: readonly { readonly ids: readonly string[]; readonly at: Date }[]): Promise<null[]> => {
    await tx.query(
      `update slots set state = 'used', at = asked.at
         from unnest($1::bigint[], $2::timestamptz[]) as asked (id, at) where slots.id = asked.id`,
      [asked.flatMap(({ ids }) => ids), asked.flatMap(({ ids, at }) => ids.map(() => at))],
    );
    return asked.map(() => null);
  },
  { writes: true },
);

/** All slots of a step; `moved_for` null: it moved up. */
export async function moveStepSlots(
  tx: Queryable,
  owner: SlotOwner,
  to: { readonly at: Date; readonly local_day: string; readonly local_week: string },
  movedFor: SlotRow['moved_for'] = null,
): Promise<void> {
  const { text, values } = ownedBy(owner, 5);
  await tx.query(
    `update slots set at = $1, local_day = $2, local_week = $3, moved_for = $4 where ${text} and state = 'booked'`,
    [to.at, to.local_day, to.local_week, movedFor, ...values],
  );
}
