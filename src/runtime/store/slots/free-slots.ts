import type { Queryable } from '../../../shared/postgres/database.ts';
import { ownedBy, SLOT_COLUMNS, type SlotOwner, type SlotRow } from './slot.ts';

/** The step sends nothing after all: its slots are free again, used ones too. What earlier calls of it have spent stays. */
export const freeStepSlots = (tx: Queryable, owner: SlotOwner): Promise<SlotRow[]> => freeOwn(tx, owner, 'spent = 0');

/** The same where a call of the step may have begun: what it uses stays its own. */
export const freeBookedStepSlots = (tx: Queryable, owner: SlotOwner): Promise<SlotRow[]> =>
  freeOwn(tx, owner, `state = 'booked'`);

async function freeOwn(tx: Queryable, owner: SlotOwner, which: string): Promise<SlotRow[]> {
  const { text, values } = ownedBy(owner);
  const { rows } = await tx.query<SlotRow & Record<string, unknown>>(
    `delete from slots where ${text} and ${which} returning ${SLOT_COLUMNS}`,
    values,
  );
  return rows;
}

/**
 * The step's call has failed, and may have reached the network: the slots that it used stay used, and are the step's no more. Returns
 * what is free again: its credits, which are charged by what the call cost, and what no call has used.
 */
export async function spendStepSlots(tx: Queryable, owner: SlotOwner): Promise<SlotRow[]> {
  const { text, values } = ownedBy(owner);
  const { rows } = await tx.query<SlotRow & Record<string, unknown>>(
    `with own as (
       select id, state = 'used' and limit_class not in ('credits', 'unlock') as stays from slots
        where ${text} and spent = 0
     ), kept as (
       update slots s set spent = 1 + (select max(o.spent) from slots o where ${text} and o.limit_class = s.limit_class)
         from own where own.id = s.id and own.stays
     )
     delete from slots s using own where own.id = s.id and not own.stays
     returning s.id, s.account_id, s.limit_class, s.enrollment_id, s.answer_id, s.node, s.visit, s.at, s.local_day::text, s.local_week::text,
               s.state, s.amount, s.urgent, s.moved_for, s.domain`,
    values,
  );
  return rows;
}

/** Frees the booked slots of these enrollments; used slots stay counted. */
export async function freeBookedSlots(tx: Queryable, enrollmentIds: readonly string[]): Promise<SlotRow[]> {
  const { rows } = await tx.query<SlotRow & Record<string, unknown>>(
    `delete from slots where enrollment_id = any($1) and state = 'booked' returning ${SLOT_COLUMNS}`,
    [enrollmentIds],
  );
  return rows;
}

/** The same of what people of ours have written to these people. */
export async function freeBookedSlotsOfAnswers(tx: Queryable, leadIds: readonly string[]): Promise<SlotRow[]> {
  const { rows } = await tx.query<SlotRow & Record<string, unknown>>(
    `delete from slots where answer_id in (select id from answers where lead_id = any($1)) and state = 'booked' returning ${SLOT_COLUMNS}`,
    [leadIds],
  );
  return rows;
}

/** Accounts in which these enrollments have booked slots, in the order in which they are to be locked. */
export async function findBookedAccounts(tx: Queryable, enrollmentIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ account_id: string }>(
    `select distinct account_id from slots where enrollment_id = any($1) and state = 'booked' order by account_id`,
    [enrollmentIds],
  );
  return rows.map(({ account_id }) => account_id);
}

export async function findBookedAccountsOfAnswers(tx: Queryable, leadIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ account_id: string }>(
    `select distinct account_id from slots
      where answer_id in (select id from answers where lead_id = any($1)) and state = 'booked' order by account_id`,
    [leadIds],
  );
  return rows.map(({ account_id }) => account_id);
}
