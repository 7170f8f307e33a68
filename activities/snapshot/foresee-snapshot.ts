import { advance } from '../../src/core/engine/advance.ts';
import type { StatusSnapshot, StepAnswer, StepRequest } from '../../src/core/engine/contracts.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import { snapshotOf } from '../../src/core/engine/status-snapshot.ts';
import type { Leftovers } from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { type LockedEnrollment, lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { type InvitationProgress, noteInvitation } from '../../src/runtime/store/enrollments/note-invitation.ts';
import { recordWait } from '../../src/runtime/store/enrollments/record-wait.ts';
import { type Stood, writeSnapshot } from '../../src/runtime/store/enrollments/write-snapshot.ts';
import { type IntentOutcome, recordOutcome } from '../../src/runtime/store/intents/record-outcome.ts';
import { recordStep } from '../../src/runtime/store/intents/record-step.ts';
import type { Learned } from '../../src/runtime/store/leads/learn-identities.ts';
import type { GivenSlots } from '../../src/runtime/store/slots/save-slot.ts';
import { closeLeftTasks } from '../../src/runtime/store/tasks/close-tasks.ts';
import type { NewLine } from '../../src/runtime/store/timeline/add-line.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { Conflict } from '../../src/shared/postgres/retry-conflicts.ts';
import { beginAgainAlone, isShared } from '../../src/shared/postgres/shared-transaction.ts';
import { afterCommit } from '../../src/shared/postgres/transaction.ts';
import type { Deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import { hasMoved } from '../look/has-moved.ts';
import { measureEnd } from '../measure.ts';
import { endEnrollment, lockLeftovers } from './end-enrollment.ts';
import { asksPeople, isLate, snapshotRow } from './record-snapshot.ts';

/**
 * The step's forecast of what the walk makes of its result: the walk is a pure function, so the step can compute it,
 * too.
 */
export interface Foreseen {
  /** The result, with what is written of the walk beside it. */
  readonly answer: StepAnswer;
  /** Null: the walk continues with its next step, or records its snapshot itself. */
  readonly snapshot: StatusSnapshot | null;
  /** Open tasks and booked slots of an enrollment that ends; the accounts of those are locked. Absent: nobody has looked for them. */
  readonly leftovers?: Leftovers;
}

/**
 * Computes the walk's status snapshot after this result, to be written in the result's own transaction by
 * `writeForeseen`, so that it needs no activity of its own. The walk writes it itself where a signal is still on its
 * way to it. Locks the enrollment unless the caller has. Where `recorded_at_once`, `recordForeseen` finds out whether an enrollment that ends leaves something behind.
 */
export async function foreseeSnapshot(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  result: PerformResult,
  locked?: LockedEnrollment,
  { recorded_at_once = false }: { readonly recorded_at_once?: boolean } = {},
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
  const foreseen = { answer: { ...result, settled: { at, ended: standing.outcome } }, snapshot };
  // Where steps ask people there often is something left, and the transaction of a step that has written already would be undone for it.
  if (recorded_at_once && isShared(tx) && !asksPeople(plan)) return foreseen;
  const leftovers = await lockLeftovers(tx, enrollment.id, { and: Object.values(context.enrollment.senders) });
  return { ...foreseen, leftovers };
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

/** Answers that a step waits for the slots that it was given, and writes these, the line of its wait and the snapshot at once. */
export async function waitForSlots(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  waits: Deferred,
  locked: LockedEnrollment,
  written: { readonly line: NewLine; readonly given: GivenSlots },
): Promise<StepAnswer> {
  const { answer, snapshot } = await foreseeSnapshot(deps, tx, context, waits, locked);
  if (snapshot === null || snapshot.standing.status === 'finished') {
    await recordWait(tx, written);
    return answer;
  }
  const at = new Date(deps.clock.now());
  const row = snapshotRow(snapshot, snapshot.standing, at);
  await closeWhereAsked(tx, snapshot, await recordWait(tx, { ...written, snapshot: row }), at);
  return answer;
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
  await closeWhereAsked(tx, snapshot, await writeSnapshot(tx, snapshotRow(snapshot, standing, at)), at);
}

async function closeWhereAsked(
  tx: Queryable,
  snapshot: StatusSnapshot,
  stood: Pick<Stood, 'asked'> | null,
  at: Date,
): Promise<void> {
  if (stood?.asked) await closeLeftTasks(tx, snapshot.enrollment_id, snapshot, at, snapshot.progress);
}

interface AlsoRecorded {
  /** Is written into the row of the enrollment, as the snapshot is. */
  readonly invitation?: (InvitationProgress & { readonly enrollment_id: string }) | undefined;
  /** The names are locked. */
  readonly learned?: Learned | undefined;
}

/**
 * Records the outcome, and writes the snapshot in the same round trip, with what else came of it; false where the outcome comes too late, and the transaction is
 * to be undone.
 */
export async function recordForeseen(
  deps: StepDeps,
  tx: Queryable,
  outcome: IntentOutcome,
  foreseen: Foreseen,
  { invitation, learned }: AlsoRecorded = {},
): Promise<boolean> {
  const done = { outcome, ...(learned ? { learned } : {}) };
  const { snapshot, leftovers } = foreseen;
  const at = new Date(deps.clock.now());
  if (snapshot === null) {
    if (invitation) await noteInvitation(tx, invitation);
    // Others who share the transaction have snapshots. Alone, the enrollment may not be locked, and nothing is written of it.
    return isShared(tx) || learned ? (await recordStep(tx, done)).settled : recordOutcome(tx, outcome);
  }
  const { enrollment_id, node, visit, standing } = snapshot;
  if (standing.status !== 'finished') {
    const row = { ...snapshotRow(snapshot, standing, at), ...(invitation ? { invitation } : {}) };
    const { settled, stood } = await recordStep(tx, { ...done, snapshot: row });
    if (!settled) return false;
    if (stood === null && invitation) await noteInvitation(tx, invitation);
    await closeWhereAsked(tx, snapshot, stood, at);
    return true;
  }
  if (invitation) await noteInvitation(tx, invitation);
  if (leftovers === undefined || (!leftovers.asked && leftovers.accounts.length === 0)) {
    const end = { enrollment_id, node, visit, outcome: standing.outcome, at };
    const { settled, ended, has_leftovers } = await recordStep(tx, { ...done, end });
    if (has_leftovers) {
      beginAgainAlone(tx);
      throw new Conflict(`${enrollment_id} got a task or a slot although it was locked`);
    }
    if (ended) afterCommit(tx, () => measureEnd(standing.outcome));
    return settled;
  }
  if (!(await recordStep(tx, done)).settled) return false;
  // Its tasks are closed, and its slots given back, between the two.
  await writeForeseen(deps, tx, foreseen);
  return true;
}
