import type { StepRequest } from '../../src/core/engine/contracts.ts';
import type { PerformRequest, PerformResult, WaitKind } from '../../src/core/engine/perform.ts';
import { isBehind } from '../../src/core/engine/progress.ts';
import { effectOf, isSend } from '../../src/language/plan/node-traits.ts';
import { setParked } from '../../src/runtime/store/control/mark-parked.ts';
import { describePause, type PausedBy } from '../../src/runtime/store/control/pauses.ts';
import {
  type LockedEnrollment,
  lockEnrollmentUnderPauses,
} from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import {
  type AnswerInProgress,
  type CallLook,
  type InTheWay,
  type LookAtStep,
  lockAccountForStep,
  lookAtStep,
} from '../../src/runtime/store/enrollments/look-at-step.ts';
import { hasOtherReply } from '../../src/runtime/store/events/has-other-reply.ts';
import { suppressionNames } from '../../src/runtime/store/suppressions/suppression-names.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { noteMissed } from '../../src/runtime/store/walks/claim-for-look.ts';
import { SECOND } from '../../src/shared/kit/duration.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import { unreachable } from '../../src/shared/kit/result.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import type { StepDeps } from '../deps.ts';
import { freeSlots } from '../free-slots.ts';
import { virtualAfterWall, virtualAt } from '../virtual-time.ts';
import { lineOf } from '../wording.ts';
import { isAwaited } from './awaited-reply.ts';
import type { StepContext } from './context.ts';
import { hasMoved } from './has-moved.ts';
import { untilMoved } from './moved.ts';
import { untilClear } from './unclear.ts';
import { untilMatched } from './unmatched.ts';

export type LastLook<Look = InTheWay> =
  | { readonly is: 'clear'; readonly enrollment: LockedEnrollment; readonly found: Look }
  | { readonly is: 'answer'; readonly result: PerformResult };

/** Looks at the stop flags a last time. This look counts: it locks the enrollment, so a committed stop always wins. */
export const lastLook = (deps: StepDeps, tx: Queryable, context: StepContext): Promise<LastLook<InTheWay>> =>
  lookThrough(deps, tx, context, (asked) => lookAtStep(tx, asked));

/** Looks a last time before a call, and locks its account on the way, behind the enrollment. */
export const lastLookAtCall = (
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  account_id: string,
): Promise<LastLook<CallLook>> =>
  lookThrough(deps, tx, context, (asked) => lockAccountForStep(tx, { ...asked, account_id, intent: context.key }));

async function lookThrough<Look extends InTheWay>(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  lookFurther: (asked: LookAtStep) => Promise<Look>,
): Promise<LastLook<Look>> {
  const { request, plan } = context;
  const { id: enrollment_id, campaign_id, sequence, senders } = context.enrollment;
  const asked = { enrollment_id, account_ids: Object.values(senders), campaign_id, sequence };
  const { enrollment = null, pause: pausedAbove = null } = (await lockEnrollmentUnderPauses(tx, asked)) ?? {};
  if (!enrollment || enrollment.lead_id === null) return stopped(enrollment?.outcome ?? 'stopped');
  if (enrollment.status === 'finished') return stopped(enrollment.outcome ?? 'stopped');
  if (enrollment.stop_outcome !== null && !isAwaited(request, enrollment)) return stopped(enrollment.stop_outcome);
  // Where the walk stands is written only when it waits, so a reply may have raised no flag because of a `wait_for` that is
  // over by now. The walk says which replies it waited for; any other one stops it.
  // Where it waits for a reply, whoever looks back decides whether that came in time.
  if (enrollment.replied_at !== null && plan.stop_on.includes('reply') && !looksForReply(context)) {
    const other = await hasOtherReply(tx, enrollment.id, request.awaited_replies ?? []);
    if (other) return stopped('replied');
  }
  // A walk that Temporal was set back with: it goes on from what is kept here, and this one hears of its end.
  if (isStale(request, enrollment)) {
    await lookAtOnce(tx, enrollment.id);
    return untilHeard(deps, 'time', 'Goes on from a later time');
  }
  if (hasMoved(request, enrollment)) {
    requireOwnTransaction(tx);
    return { is: 'answer', result: await untilMoved(deps, tx, request) };
  }
  if (enrollment.paused) {
    await lookAtOnce(tx, enrollment.id);
    return untilHeard(deps, 'person', 'Paused');
  }
  const followed = await followInstruction(deps, tx, request, enrollment);
  if (followed) return followed;
  const names = suppressionNames(context.identities, context.lead?.company ?? null);
  const found = await lookFurther({ enrollment_id, lead_id: enrollment.lead_id, names });
  const { suppressed, unmatched, writer } = found;
  if (suppressed || pausedAbove?.state === 'stopped') return stopped('stopped');
  if (pausedAbove) return { is: 'answer', result: await untilResumed(deps, tx, context, pausedAbove) };
  if (unmatched !== null && effectOf(context.node) !== 'none') {
    return { is: 'answer', result: await untilMatched(deps, tx, context, unmatched) };
  }
  if (enrollment.unclear_since !== null && isSend(context.node)) {
    return { is: 'answer', result: await untilClear(deps, tx, context, enrollment.unclear_since) };
  }
  return writer !== null && isSend(context.node)
    ? { is: 'answer', result: await untilWritten(deps, tx, context, writer) }
    : { is: 'clear', enrollment, found };
}

/**
 * Waits until the pause is lifted, which wakes the step. A booked slot is given up, and nobody is moved up into it:
 * they may be paused as well, and would drain the calendar.
 */
async function untilResumed(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  pause: PausedBy,
): Promise<PerformResult> {
  const { node, visit } = context.request;
  requireOwnTransaction(tx);
  const text = describePause(pause);
  await setParked(tx, [context.enrollment.id], true);
  await freeSlots(deps, tx, context);
  await addLine(tx, {
    ...lineOf(context, new Date(deps.clock.now())),
    type: 'waiting',
    title: text,
    once: `${node}/${visit}/held/${pause.scope}/${pause.at.getTime()}`,
  });
  return { status: 'deferred', until: NEVER, kind: 'person', text };
}

/**
 * Waits while a person of ours writes to the lead: the sequence does not speak in between. The step comes back when the
 * lease ends, which typing renews, and is woken when the answer has gone.
 */
async function untilWritten(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  { author, is, wall_until, due_at }: AnswerInProgress,
): Promise<PerformResult> {
  const { node, visit } = context.request;
  requireOwnTransaction(tx);
  await freeSlots(deps, tx, context);
  const text =
    is === 'writing' ? `${author} writes to them` : `${author} has written to them, and that has not gone out yet`;
  const wall = virtualAt(deps, Date.parse(wall_until));
  const until = Math.ceil(Math.max(virtualAfterWall(deps, SECOND), wall, due_at === null ? 0 : Date.parse(due_at)));
  await addLine(tx, {
    ...lineOf(context, new Date(deps.clock.now())),
    type: 'waiting',
    title: `Waits: ${text}`,
    once: `${node}/${visit}/writer/${is}/${author}`,
  });
  return { status: 'deferred', until, kind: 'time', text: `Waits: ${text}`, binding: { constraint: 'writer', text } };
}

const looksForReply = ({ request, node }: StepContext): boolean =>
  request.deadline !== undefined && node.kind === 'wait_for' && node.event !== 'accepted_invitation';

/**
 * Whether a later snapshot than this walk's is written: what this walk asks for may lie on a way that was not taken.
 */
function isStale({ progress }: StepRequest, enrollment: LockedEnrollment): boolean {
  return progress !== undefined && isBehind(progress.slice(0, 2), enrollment.progress);
}

/** Follows what a person asked of this visit: it counts from their call on, though the walk has not heard of it yet. */
async function followInstruction(
  deps: StepDeps,
  tx: Queryable,
  { node, visit }: PerformRequest,
  { id, instruction }: Pick<LockedEnrollment, 'id' | 'instruction'>,
): Promise<LastLook<never> | null> {
  if (instruction === null || instruction.node !== node || instruction.visit !== visit) return null;
  switch (instruction.do) {
    case 'skip':
      return { is: 'answer', result: { status: 'skipped' } };
    case 'retry':
      await lookAtOnce(tx, id);
      return untilHeard(deps, 'time', 'Is begun anew');
    case 'reschedule': {
      const { until } = instruction;
      if (until <= deps.clock.now()) return null;
      return { is: 'answer', result: { status: 'deferred', until, kind: 'time', text: 'Rescheduled by a person' } };
    }
    default:
      return unreachable(instruction);
  }
}

/**
 * Has the enrollment looked at by the next look at workflows. Whoever asks for a step here has not heard what is
 * written: it is about to, unless Temporal was set back and has forgotten it. The look finds out which, and comes at
 * once: each deferral makes the history longer, until it could pass for the later one.
 */
async function lookAtOnce(tx: Queryable, enrollmentId: string): Promise<void> {
  requireOwnTransaction(tx);
  await noteMissed(tx, [enrollmentId]);
}

/** Waits for the walk's signal, which is on its way and will wake it. */
function untilHeard(deps: StepDeps, kind: WaitKind, text: string): LastLook<never> {
  const until = virtualAfterWall(deps, 5 * SECOND);
  return { is: 'answer', result: { status: 'deferred', until, kind, text } };
}

const stopped = (outcome: string): LastLook<never> => ({ is: 'answer', result: { status: 'stopped', outcome } });
