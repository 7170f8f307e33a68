import type { Queryable } from '../../postgres/database.ts';
import { SLOT_COLUMNS, type SlotRow, type StepPlace } from './slot.ts';

/** The step sends nothing after all: its places are free again, used ones too. */
export async function freeStepSlots(tx: Queryable, step: StepPlace): Promise<SlotRow[]> {
  const { rows } = await tx.query<SlotRow & Record<string, unknown>>(
    `delete from slots where enrollment_id = $1 and node = $2 and visit = $3 returning ${SLOT_COLUMNS}`,
    [step.enrollment_id, step.node, step.visit],
  );
  return rows;
}

/** What these enrollments had booked is free, what they used stays counted. */
export async function freeBookedSlots(tx: Queryable, enrollmentIds: readonly string[]): Promise<SlotRow[]> {
  const { rows } = await tx.query<SlotRow & Record<string, unknown>>(
    `delete from slots where enrollment_id = any($1) and state = 'booked' returning ${SLOT_COLUMNS}`,
    [enrollmentIds],
  );
  return rows;
}

/** Accounts with a booked place of these enrollments, in the order in which they are to be locked. */
export async function findBookedAccounts(tx: Queryable, enrollmentIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ account_id: string }>(
    `select distinct account_id from slots where enrollment_id = any($1) and state = 'booked' order by account_id`,
    [enrollmentIds],
  );
  return rows.map(({ account_id }) => account_id);
}
