import { pullForward } from '../../src/runtime/slots/pull-forward.ts';
import { lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import {
  findLeftovers,
  finishEnrollment,
  type Leftovers,
} from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { freeBookedSlots } from '../../src/runtime/store/slots/free-slots.ts';
import { closeLeftTasks } from '../../src/runtime/store/tasks/close-tasks.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import { afterCommit } from '../../src/shared/postgres/transaction.ts';
import type { StepDeps } from '../deps.ts';
import { calendarOf } from '../deps.ts';
import { measureEnd } from '../measure.ts';

/** Locks the accounts where the enrollment has booked slots: under its lock, and before any of its rows is changed. */
export async function lockLeftovers(
  tx: Queryable,
  enrollmentId: string,
  { and = [] }: { readonly and?: readonly string[] } = {},
): Promise<Leftovers> {
  const left = await findLeftovers(tx, enrollmentId);
  if (left.asked || left.accounts.length > 0) requireOwnTransaction(tx);
  // Accounts that the caller also needs are locked with them, in one order.
  if (left.accounts.length > 0)
    for (const one of [...new Set([...left.accounts, ...and])].sort()) await lockAccount(tx, one);
  return left;
}

/** Ends the enrollment, once and under its lock: its open tasks are closed, and its booked slots go to those who wait. */
export async function endEnrollment(
  deps: StepDeps,
  tx: Queryable,
  end: { readonly enrollment_id: string; readonly node: string; readonly visit: number; readonly outcome: string },
  found?: Leftovers,
): Promise<void> {
  const { enrollment_id } = end;
  const at = new Date(deps.clock.now());
  const { asked, accounts } = found ?? (await lockLeftovers(tx, enrollment_id));
  if (asked) await closeLeftTasks(tx, enrollment_id, null, at);
  if (!(await finishEnrollment(tx, { ...end, at }))) return;
  afterCommit(tx, () => measureEnd(end.outcome));
  if (accounts.length === 0) return;
  await pullForward(calendarOf(deps), tx, await freeBookedSlots(tx, [enrollment_id]));
}
