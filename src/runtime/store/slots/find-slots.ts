import type { Queryable } from '../../../shared/postgres/database.ts';
import { ownedBy, SLOT_COLUMNS, SLOTS_OF_SEQUENCES, type SlotOwner, type SlotRow } from './slot.ts';

/** The slots of one step's present call: of its class, and of the credits it spends where those are limited. */
export async function findStepSlots(tx: Queryable, owner: SlotOwner): Promise<SlotRow[]> {
  const { text, values } = ownedBy(owner);
  const { rows } = await tx.query<SlotRow & Record<string, unknown>>(
    `select ${SLOT_COLUMNS} from slots where ${text} and spent = 0 order by limit_class`,
    values,
  );
  return rows;
}

/**
 * All slots of the account from the week that begins on `week`: caps and distances need no older ones. Sequences share
 * them, so none is left out. With the sequence of each, because a sequence's credits are its own.
 */
export async function findAccountSlots(
  tx: Queryable,
  accountId: string,
  week: string,
): Promise<(SlotRow & { readonly sequence: string })[]> {
  const { rows } = await tx.query<SlotRow & { sequence: string } & Record<string, unknown>>(
    `select s.id, s.account_id, s.limit_class, s.enrollment_id, s.answer_id, s.node, s.visit, s.at, s.local_day::text,
            s.local_week::text, s.state, s.amount, s.urgent, s.moved_for, s.domain, coalesce(e.sequence, '') as sequence
       from ${SLOTS_OF_SEQUENCES}
      where s.account_id = $1 and s.local_day >= $2`,
    [accountId, week],
  );
  return rows;
}
