import { advance } from '../../src/core/engine/advance.ts';
import type { StatusSnapshot, StepAnswer, StepRequest } from '../../src/core/engine/contracts.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import { snapshotOf } from '../../src/core/engine/status-snapshot.ts';
import type { Leftovers } from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { type LockedEnrollment, lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { writeSnapshot } from '../../src/runtime/store/enrollments/write-snapshot.ts';
import { closeLeftTasks } from '../../src/runtime/store/tasks/close-tasks.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import type { Deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import { hasMoved } from '../look/has-moved.ts';
import { endEnrollment, lockLeftovers } from './end-enrollment.ts';
import { isLate, snapshotRow } from './record-snapshot.ts';

/**
 * The step's forecast of what the walk makes of its result: the walk is a pure function, so the step can compute it,
 * too.
 */
export interface Foreseen {
  /** The result, with what is written of the walk beside it. */
  readonly answer: StepAnswer;
  /** Null: the walk continues with its next step, or records its snapshot itself. */
  readonly snapshot: StatusSnapshot | null;
  /** Open tasks and booked slots of an enrollment that ends; the accounts of those are locked. */
  readonly leftovers?: Leftovers;
}

/**
 * Computes the walk's status snapshot after this result, to be written in the result's own transaction by
 * `writeForeseen`, so that it needs no activity of its own. The walk writes it itself where a signal is still on its
 * way to it. Locks the enrollment unless the caller has.
 */
export async function foreseeSnapshot(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  result: PerformResult,
  locked?: LockedEnrollment,
): Promise<Foreseen> {
  const { plan, request } = context;
  const left = { answer: result, snapshot: null };
  // An older walk compares texts, and those differ between versions of this program: it records its snapshot itself.
  if (request.walk === undefined || !request.by_inputs) return left;
  const at = deps.clock.now();
  const { state } = advance(plan, request.walk, { type: 'performed', at, result, request });
  const stands = snapshotOf(plan, state);
  if (stands === null) return left;
  const { digest, run_id, wall_now } = request;
  const kept = {
    walk: state,
    ...(digest === undefined ? {} : { digest }),
    ...(run_id === undefined ? {} : { run_id }),
    ...(wall_now === undefined ? {} : { wall_now }),
  };
  const snapshot: StatusSnapshot = { ...stands, ...progressAfter(request), ...kept };
  const enrollment = locked ?? (await lockEnrollment(tx, context.enrollment.id));
  if (!enrollment || hasUnheardNews(context, enrollment) || isLate(snapshot, enrollment)) return left;
  const { standing } = snapshot;
  if (standing.status !== 'finished') return { answer: { ...result, settled: { at } }, snapshot };
  const leftovers = await lockLeftovers(tx, enrollment.id, { and: Object.values(context.enrollment.senders) });
  return { answer: { ...result, settled: { at, ended: standing.outcome } }, snapshot, leftovers };
}

/** Counts the step's result as the next input. */
function progressAfter({ progress }: StepRequest): Pick<StatusSnapshot, 'progress'> {
  if (progress === undefined) return {};
  const [run, events, inputs] = progress;
  return { progress: [run, events, inputs + 1] };
}

function hasUnheardNews({ request }: StepContext, enrollment: LockedEnrollment): boolean {
  const { status, stop_outcome, paused, instruction } = enrollment;
  const ofThisVisit = instruction !== null && instruction.node === request.node && instruction.visit === request.visit;
  return status === 'finished' || stop_outcome !== null || paused || ofThisVisit || hasMoved(request, enrollment);
}

/** Answers that a step has to wait, and writes that in the transaction that found it out. */
export async function waitWithin(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  waits: Deferred,
  locked: LockedEnrollment,
): Promise<StepAnswer> {
  const foreseen = await foreseeSnapshot(deps, tx, context, waits, locked);
  await writeForeseen(deps, tx, foreseen);
  return foreseen.answer;
}

/** Writes the snapshot; called after the step's own line in the timeline. */
export async function writeForeseen(deps: StepDeps, tx: Queryable, { snapshot, leftovers }: Foreseen): Promise<void> {
  if (snapshot === null) return;
  const { enrollment_id, node, visit, standing } = snapshot;
  if (standing.status === 'finished') {
    await endEnrollment(deps, tx, { enrollment_id, node, visit, outcome: standing.outcome }, leftovers);
    return;
  }
  const at = new Date(deps.clock.now());
  const stands = await writeSnapshot(tx, snapshotRow(snapshot, standing, at));
  if (stands?.asked) await closeLeftTasks(tx, enrollment_id, snapshot, at, snapshot.progress);
}
