import type { Activities, Settlement } from '../src/engine/contracts.ts';
import { lockAccount } from '../src/store/accounts/find-account.ts';
import { lockEnrollment } from '../src/store/settlement/lock-enrollment.ts';
import { finishEnrollment, writeStanding } from '../src/store/settlement/settle-enrollment.ts';
import { findBookedAccounts, freeBookedSlots } from '../src/store/slots/free-slots.ts';
import { closeLeftTasks } from '../src/store/tasks/close-tasks.ts';
import { addLine } from '../src/store/timeline/add-line.ts';
import type { StepDeps } from './deps.ts';
import { pullForward } from './slots/pull-forward.ts';

/** Writes where the walk stands. A finished enrollment stays as it ended, and its booked places go to those who wait. */
export function createSettle(deps: StepDeps): Activities['settle'] {
  return async (settlement) => {
    const { standing } = settlement;
    if (standing.status === 'finished') return finish(deps, settlement, standing.outcome);
    await writeStanding(deps.db, {
      enrollment_id: settlement.enrollment_id,
      node: settlement.node,
      visit: settlement.visit,
      status: standing.status,
      waiting_kind: standing.kind,
      waiting_text: standing.text,
      until: standing.until === null ? null : new Date(standing.until),
    });
    await closeLeftTasks(deps.db, settlement.enrollment_id, settlement, new Date(deps.clock.now()));
  };
}

async function finish(deps: StepDeps, settlement: Settlement, outcome: string): Promise<void> {
  const at = new Date(deps.clock.now());
  const { enrollment_id, node, visit } = settlement;
  await deps.db.transaction(async (tx) => {
    await lockEnrollment(tx, enrollment_id);
    await closeLeftTasks(tx, enrollment_id, null, at);
    if (!(await finishEnrollment(tx, { enrollment_id, node, visit, outcome, at }))) return;
    await addLine(tx, {
      enrollment_id,
      at,
      node: null,
      type: 'finished',
      title: `Ended: ${outcome.replaceAll('_', ' ')}`,
    });
    const accounts = await findBookedAccounts(tx, enrollment_id);
    for (const account of accounts) await lockAccount(tx, account);
    await pullForward(deps, tx, await freeBookedSlots(tx, enrollment_id));
  });
}
