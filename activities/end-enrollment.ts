import type { Queryable } from '../src/postgres/database.ts';
import { pullForward } from '../src/slots/pull-forward.ts';
import { lockAccount } from '../src/store/accounts/find-account.ts';
import { finishEnrollment } from '../src/store/settlement/settle-enrollment.ts';
import { findBookedAccounts, freeBookedSlots } from '../src/store/slots/free-slots.ts';
import { closeLeftTasks } from '../src/store/tasks/close-tasks.ts';
import { addLine } from '../src/store/timeline/add-line.ts';
import type { StepDeps } from './deps.ts';
import { calendarOf } from './deps.ts';

/** Once, under the enrollment's lock: its open tasks are closed, and its booked places go to those who wait. */
export async function endEnrollment(
  deps: StepDeps,
  tx: Queryable,
  end: { readonly enrollment_id: string; readonly node: string; readonly visit: number; readonly outcome: string },
): Promise<void> {
  const { enrollment_id, outcome } = end;
  const at = new Date(deps.clock.now());
  await closeLeftTasks(tx, enrollment_id, null, at);
  if (!(await finishEnrollment(tx, { ...end, at }))) return;
  const title = `Ended: ${outcome.replaceAll('_', ' ')}`;
  await addLine(tx, { enrollment_id, at, node: null, type: 'finished', title });
  for (const account of await findBookedAccounts(tx, [enrollment_id])) await lockAccount(tx, account);
  await pullForward(calendarOf(deps), tx, await freeBookedSlots(tx, [enrollment_id]));
}
