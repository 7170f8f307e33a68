import type { Activities, Settlement } from '../src/engine/contracts.ts';
import { lockEnrollment } from '../src/store/settlement/lock-enrollment.ts';
import { type Standing, writeStanding } from '../src/store/settlement/settle-enrollment.ts';
import { closeLeftTasks } from '../src/store/tasks/close-tasks.ts';
import type { StepDeps } from './deps.ts';
import { endEnrollment } from './end-enrollment.ts';

/** Writes where the walk stands. A finished enrollment stays as it ended, and its booked places go to those who wait. */
export function createSettle(deps: StepDeps): Activities['settle'] {
  return async (settlement) => {
    const { standing } = settlement;
    if (standing.status === 'finished') return finish(deps, settlement, standing.outcome);
    const stands = await writeStanding(deps.db, standingRow(settlement, standing));
    if (stands) await closeLeftTasks(deps.db, settlement.enrollment_id, settlement, new Date(deps.clock.now()));
  };
}

async function finish(deps: StepDeps, settlement: Settlement, outcome: string): Promise<void> {
  const { enrollment_id, node, visit } = settlement;
  await deps.db.transaction(async (tx) => {
    await lockEnrollment(tx, enrollment_id);
    await endEnrollment(deps, tx, { enrollment_id, node, visit, outcome });
  });
}

export function standingRow(
  { enrollment_id, node, visit, digest }: Settlement,
  { status, kind, text, until, binding }: Exclude<Settlement['standing'], { status: 'finished' }>,
): Standing {
  return {
    enrollment_id,
    node,
    visit,
    status,
    waiting_kind: kind,
    waiting_text: text,
    waiting_detail: binding ?? null,
    until: until === null ? null : new Date(until),
    digest: digest ?? null,
  };
}
