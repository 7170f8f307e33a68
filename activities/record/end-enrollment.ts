import { pullForward } from '../../src/runtime/slots/pull-forward.ts';
import { lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { findLeftovers, finishEnrollment } from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { freeBookedSlots } from '../../src/runtime/store/slots/free-slots.ts';
import { closeLeftTasks } from '../../src/runtime/store/tasks/close-tasks.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import type { StepDeps } from '../deps.ts';
import { calendarOf } from '../deps.ts';

/** Once, under the enrollment's lock: its open tasks are closed, and its booked places go to those who wait. */
export async function endEnrollment(
  deps: StepDeps,
  tx: Queryable,
  end: { readonly enrollment_id: string; readonly node: string; readonly visit: number; readonly outcome: string },
): Promise<void> {
  const { enrollment_id } = end;
  const at = new Date(deps.clock.now());
  const { asked, accounts } = await findLeftovers(tx, enrollment_id);
  if (asked) await closeLeftTasks(tx, enrollment_id, null, at);
  if (!(await finishEnrollment(tx, { ...end, at })) || accounts.length === 0) return;
  for (const account of accounts) await lockAccount(tx, account);
  await pullForward(calendarOf(deps), tx, await freeBookedSlots(tx, [enrollment_id]));
}
