import type { Activities, EnrollmentState, StatusSnapshot } from '../../src/core/engine/contracts.ts';
import { isBehind, timedProgress } from '../../src/core/engine/progress.ts';
import { ENROLLMENT_STATE } from '../../src/core/engine/schema/chains.ts';
import { stamped } from '../../src/core/engine/schema/up-to-date.ts';
import { asksSomebody, isReviewed } from '../../src/language/plan/node-traits.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { type LockedEnrollment, lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { type SnapshotRow, writeSnapshot } from '../../src/runtime/store/enrollments/write-snapshot.ts';
import { closeLeftTasks } from '../../src/runtime/store/tasks/close-tasks.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { noteMissed } from '../../src/runtime/store/walks/claim-for-look.ts';
import type { KeptWalk } from '../../src/runtime/store/walks/kept-walk.ts';
import { within } from '../../src/shared/telemetry/scope.ts';
import type { StepDeps } from '../deps.ts';
import { endEnrollment } from './end-enrollment.ts';
import { followPause } from './follow-pause.ts';

/** Writes the walk's status snapshot. A finished enrollment stays as it ended, and its booked slots go to those who wait. */
export function createRecordSnapshot(deps: StepDeps): Activities['settle'] {
  return (snapshot) =>
    within({ enrollment: snapshot.enrollment_id }, async () => {
      const { standing } = snapshot;
      if (standing.status === 'finished') return finish(deps, snapshot, standing.outcome);
      const stands = await writeSnapshot(deps.db, snapshotRow(snapshot, standing, new Date(deps.clock.now())));
      const { enrollment_id, progress } = snapshot;
      if (!stands) {
        // The snapshot is late: its worker was frozen, or Temporal was set back. Reconciliation looks at this walk and finds out which.
        await noteMissed(deps.db, [enrollment_id]);
        return;
      }
      if (standing.status === 'paused') await followPause(deps, snapshot);
      // One that is opened at this moment is of a step of the version that the walk is in, or not opened at all.
      if (!stands.asked && !(await mayAsk(deps, snapshot))) return;
      await closeLeftTasks(deps.db, enrollment_id, snapshot, new Date(deps.clock.now()), progress);
    });
}

/** Whether the plan has steps that may ask somebody; a version that is not known may. */
async function mayAsk({ findPlan, db }: StepDeps, { digest }: StatusSnapshot): Promise<boolean> {
  const plan = digest === undefined ? null : await findPlan(digest, db).catch(() => null);
  return plan === null || asksPeople(plan);
}

/** Whether steps of the plan may open tasks for people of ours. */
export const asksPeople = ({ nodes }: Plan): boolean =>
  Object.values(nodes).some((node) => asksSomebody(node.kind) || isReviewed(node));

async function finish(deps: StepDeps, snapshot: StatusSnapshot, outcome: string): Promise<void> {
  const { enrollment_id, node, visit, cancelled } = snapshot;
  await deps.db.transaction(async (tx) => {
    const enrollment = await lockEnrollment(tx, enrollment_id);
    if (!enrollment || isLate(snapshot, enrollment)) return;
    if (cancelled && enrollment.status !== 'finished') {
      const line = { enrollment_id, at: new Date(deps.clock.now()), node, type: 'stop', once: 'cancelled' };
      await addLine(tx, { ...line, title: 'Stopped: its workflow was cancelled in Temporal' });
    }
    await endEnrollment(deps, tx, { enrollment_id, node, visit, outcome });
  });
}

/**
 * Whether another worker has recorded a later snapshot of this walk since: this one was frozen or cut off. An end is
 * compared by run and events alone: when the same task is done again, it may reach its end with fewer inputs, and an
 * end that is refused here would never come again.
 */
export function isLate({ progress, wall_now, standing }: StatusSnapshot, enrollment: LockedEnrollment): boolean {
  if (progress === undefined) return false;
  const asked = standing.status === 'finished' ? progress.slice(0, 2) : timedProgress(progress, wall_now);
  return isBehind(asked, enrollment.progress);
}

export function snapshotRow(
  snapshot: StatusSnapshot,
  { status, kind, text, until, binding }: Exclude<StatusSnapshot['standing'], { status: 'finished' }>,
  at: Date,
): SnapshotRow {
  const { enrollment_id, node, visit, digest, progress, wall_now, walk } = snapshot;
  return {
    enrollment_id,
    node,
    visit,
    status,
    waiting_kind: kind,
    waiting_text: text,
    waiting_detail: binding ?? null,
    until: until === null ? null : new Date(until),
    at,
    digest: digest ?? null,
    progress: progress === undefined ? null : timedProgress(progress, wall_now),
    walk: walk === undefined ? null : keptWalk(walk, snapshot),
  };
}

/** The walk as it is stored, with the number of its schema, because a later version may continue it. */
export const keptWalk = (
  walk: EnrollmentState,
  of: Pick<StatusSnapshot, 'digest' | 'progress' | 'run_id' | 'wall_now'>,
): KeptWalk => ({
  state: stamped(ENROLLMENT_STATE, walk),
  run_id: of.run_id ?? null,
  digest: of.digest ?? null,
  progress: of.progress === undefined ? [] : timedProgress(of.progress, of.wall_now),
  wall_told_at: of.wall_now === undefined ? null : new Date(of.wall_now),
});
