import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwiseWrite } from '../../../shared/postgres/shared-transaction.ts';
import { ownedBy, type SlotOwner, type SlotRow } from './slot.ts';

export type NewSlot = Omit<SlotRow, 'id' | 'moved_for' | 'urgent' | 'domain' | 'answer_id'> &
  Partial<Pick<SlotRow, 'urgent' | 'domain' | 'answer_id'>>;

/** Books, or uses at once. Under the account's lock. */
export async function insertSlots(tx: Queryable, added: readonly NewSlot[]): Promise<void> {
  await giveSlots(tx, { ...NO_SLOTS, added });
}

const insertBy = (rows: string): string => `
       insert into slots (account_id, limit_class, enrollment_id, answer_id, node, visit, at, local_day, local_week, state, amount,
                          urgent, domain)
       select account_id, limit_class, enrollment_id, answer_id, node, visit, at, local_day, local_week, state, amount, coalesce(urgent, false), domain
         from ${rowsOf(
           `account_id text, limit_class text, enrollment_id text, answer_id text, node text, visit int, at timestamptz,
            local_day date, local_week date, state text, amount int, urgent boolean, domain text`,
           rows,
         )} as s`;

/** The slots that are written when one is taken, under the account's lock. */
export interface GivenSlots {
  /** Ids of booked slots whose steps go out now, at `at`; their day stays the one that was booked. */
  readonly claimed: readonly string[];
  readonly at: Date;
  readonly added: readonly NewSlot[];
}

export const NO_SLOTS: GivenSlots = { claimed: [], at: new Date(0), added: [] };

/** SQL: the rest of a statement that writes given slots, which it has as the parameters `first` and the two behind it. */
export const giveSlotsBy = (first: number): string => `claimed as (
       update slots set state = 'used', at = due.at
         from unnest($${first}::bigint[], $${first + 1}::timestamptz[]) as due (id, at) where slots.id = due.id
     ), added as (${insertBy(`$${first + 2}`)}
     )`;

export const giveSlotsValues = (given: readonly GivenSlots[]): readonly unknown[] => [
  given.flatMap(({ claimed }) => claimed),
  given.flatMap(({ claimed, at }) => claimed.map(() => at)),
  jsonRows(given.flatMap(({ added }) => added)),
];

const giveAll = setwiseWrite((given: readonly GivenSlots[]) => ({
  text: `with ${giveSlotsBy(1)} select`,
  values: giveSlotsValues(given),
}));

export async function giveSlots(tx: Queryable, given: GivenSlots): Promise<void> {
  if (given.claimed.length + given.added.length > 0) await giveAll(tx, given);
}

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
