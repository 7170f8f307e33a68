import type { Activities, StepRequest } from '../src/core/engine/contracts.ts';
import type { PerformResult } from '../src/core/engine/perform.ts';
import { takeBackIn } from '../src/runtime/store/accounts/put-off.ts';
import { CodedError } from '../src/shared/kit/coded-error.ts';
import { unreachable } from '../src/shared/kit/result.ts';
import { within } from '../src/shared/telemetry/scope.ts';
import { type Admission, admit } from './admit/admit.ts';
import { LaneFull } from './call/account-lanes.ts';
import { type Timed, timedCalls, withinLane } from './call/calls-in-lanes.ts';
import { untilAnswered } from './call/until-answered.ts';
import type { StepDeps } from './deps.ts';
import { type Executed, execute } from './execute.ts';
import { LateOutcome } from './late-outcome.ts';
import { freshClock, untilItsTime } from './look/ahead-of-time.ts';
import { untilChecked } from './look/checked.ts';
import { readContext, type StepContext } from './look/context.ts';
import { firstLook } from './look/first-look.ts';
import { hasMoved } from './look/has-moved.ts';
import { lookBack } from './look/look-back.ts';
import { untilFound } from './look/missing.ts';
import { untilKnown, untilMoved } from './look/moved.ts';
import { measureStep, measureWake } from './measure.ts';
import { type Earlier, resolveEarlier } from './reconcile/resolve-earlier.ts';
import { breakCircuit } from './record/break-circuit.ts';
import { leaveTasks } from './record/leave-tasks.ts';
import { recordWithoutCall } from './record/record-without-call.ts';
import { decideStep } from './steps/decide-step.ts';
import type { PreparedCall } from './steps/prepared.ts';

/** Performs one step of one enrollment, at most once per intent, whatever crashes, repeats or comes late. */
export function createPerform(deps: StepDeps): Activities['perform'] {
  return (request) =>
    within({ enrollment: request.enrollment_id }, async () => {
      const aheadOfTime = untilItsTime(deps, request);
      if (aheadOfTime) return aheadOfTime;
      const result = await performStep(deps, request).catch((error: unknown) => {
        // Another performer has recorded the outcome in the meantime: its answer is the answer.
        if (error instanceof LateOutcome) return performStep(deps, request);
        if (error instanceof CodedError && error.code === 'enrollment_missing') return untilFound(deps, request);
        if (error instanceof CodedError && error.code === 'plan_missing') return untilKnown(deps, request);
        throw error;
      });
      if (result.status === 'failed') await breakCircuit(deps, request, result);
      await deps.reached('activity_completed');
      const clock = freshClock(deps, request);
      return clock === null ? result : { ...result, clock };
    });
}

/** Looks, resolves what was begun before, decides what to do, is admitted, calls, and records the outcome. */
async function performStep(deps: StepDeps, request: StepRequest): Promise<PerformResult> {
  const context = await readContext(deps, request);
  measureWake(deps, context);
  return measureStep(context, () => performIn(deps, context));
}

async function performIn(deps: StepDeps, context: StepContext): Promise<PerformResult> {
  return lookAndAct(deps, context).catch((error: unknown) => {
    if (error instanceof LaneFull) return untilAnswered(deps, context, error.account_id);
    throw error;
  });
}

async function lookAndAct(deps: StepDeps, context: StepContext): Promise<PerformResult> {
  const { request } = context;
  const earlier: Earlier = context.begun ? await resolveEarlier(deps, context) : { is: 'none' };
  if (earlier.is === 'answer' && !earlier.open) return earlier.result;
  const stopped = firstLook(context);
  if (stopped) return stopped;
  if (earlier.is === 'answer') return earlier.result;
  // An in-doubt call is resolved in the version where it began; nothing new begins in a version that the enrollment has left.
  if (earlier.is === 'none' && hasMoved(request, context.enrollment)) {
    return deps.db.transaction((tx) => untilMoved(deps, tx, request));
  }
  await leaveTasks(deps, context);
  if (request.deadline !== undefined) return lookBack(deps, context, request.deadline);
  const prepared = earlier.is === 'repeat' ? asBefore(earlier.intent) : await decideStep(deps, context);
  if (prepared.is !== 'call') return recordWithoutCall(deps, context, prepared);
  // Before its intent is written: what has an intent goes out at once.
  const { account_id: account } = prepared.request;
  const unknown = await untilChecked(deps, account);
  if (unknown) return unknown;
  const begin = async (timed: Timed, leave: () => void) => {
    if (context.put_off) await takeBackIn(deps.db, request.enrollment_id);
    return admitAndCall(
      { ...deps, v2: timedCalls(deps.v2_in_place, timed) },
      context,
      { ...prepared, repeat: earlier.is === 'repeat' },
      leave,
    );
  };
  const result = await within({ account }, () => withinLane(deps.lanes, account, begin));
  return result === 'again' ? performIn(deps, await readContext(deps, request)) : result;
}

async function admitAndCall(
  deps: StepDeps,
  context: StepContext,
  admission: Admission,
  leaveLane: () => void,
): Promise<Executed> {
  await deps.reached('before_intent');
  const admitted = await admit(deps, context, admission);
  switch (admitted.is) {
    case 'answer':
      return admitted.result;
    case 'taken':
      return 'again';
    case 'go':
      return execute(deps, context, admitted.intent, admitted.written_at, leaveLane);
    default:
      return unreachable(admitted);
  }
}

/** Prepares the very same call again. */
function asBefore(intent: Parameters<typeof execute>[2]): PreparedCall {
  return {
    is: 'call',
    request: intent.request,
    limit_class: intent.limit_class === 'visit' ? 'visit' : null,
    credits: 1,
  };
}
