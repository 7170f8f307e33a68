import type { Queryable } from '../../../shared/postgres/database.ts';
import { SLOT_COLUMNS, type SlotRow, type StepVisit } from './slot.ts';

/** The slots of one step's present call: of its class, and of the credits it spends where those are limited. */
export async function findStepSlots(tx: Queryable, step: StepVisit): Promise<SlotRow[]> {
  const { rows } = await tx.query<SlotRow & Record<string, unknown>>(
    `select ${SLOT_COLUMNS} from slots where enrollment_id = $1 and node = $2 and visit = $3 and spent = 0 order by limit_class`,
    [step.enrollment_id, step.node, step.visit],
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
    `select s.id, s.account_id, s.limit_class, s.enrollment_id, s.node, s.visit, s.at, s.local_day::text,
            s.local_week::text, s.state, s.amount, s.urgent, s.moved_for, s.domain, e.sequence
       from slots s join enrollments e on e.id = s.enrollment_id
      where s.account_id = $1 and s.local_day >= $2`,
    [accountId, week],
  );
  return rows;
}
