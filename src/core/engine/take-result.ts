import type { Node } from '../../language/plan/node.ts';
import { isCall } from '../../language/plan/node-traits.ts';
import type { WaitForNode } from '../../language/plan/nodes/wait-for.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { decide } from './decide.ts';
import { enter } from './nodes/move.ts';
import { pastNode, performedFailed, performedImpossible } from './nodes/onward.ts';
import { walkOf } from './nodes/own-steps.ts';
import { performedBranch, performedDone } from './nodes/performed.ts';
import { pass } from './nodes/wait-for.ts';
import type { FactChanges, Facts, PerformRequest, PerformResult } from './perform.ts';
import type { EngineInput, EnrollmentState, Phase, StepEvent } from './state.ts';
import { moveAsAsked, takeStepEvent } from './take-step-event.ts';
import { takeTime } from './take-time.ts';
import { ask, finished, nodeOf, walk } from './walk.ts';

const SEEN = 200;

type Performed = Extract<EngineInput, { type: 'performed' }>;

export function takeResult(plan: Plan, state: EnrollmentState, { at, result, request }: Performed): EnrollmentState {
  const { phase } = state;
  const node = nodeOf(plan, state.node);
  if (phase.is !== 'performing' || !node) return state;
  if (request && !isUnderWay(request, state, phase.attempt)) return state;
  const learned = { ...state, facts: merged(state.facts, result.status === 'done' ? result.facts : undefined) };
  if (result.status === 'stopped') return finished(learned, result.outcome);
  if (state.stopping !== null) return finished(learned, state.stopping);
  const { told, ...untold } = learned;
  const asked = moveAsAsked(node, learned, result);
  if (asked !== null) return walk(plan, untold, asked, at);
  if (told !== undefined) return takeAskedLater(plan, proceed(plan, untold, node, phase, result, at), told, at);
  return proceed(plan, learned, node, phase, result, at);
}

/**
 * Reschedules a step that was asked to while its own time was being computed: it comes to rest first, and then rests
 * until the time that it was given.
 */
function takeAskedLater(plan: Plan, state: EnrollmentState, told: StepEvent, at: number): EnrollmentState {
  return told.type === 'reschedule' ? takeStepEvent(plan, state, told, at) : state;
}

function proceed(
  plan: Plan,
  state: EnrollmentState,
  node: Node,
  { attempt, deadline }: Extract<Phase, { is: 'performing' }>,
  result: Exclude<PerformResult, { status: 'stopped' }>,
  at: number,
): EnrollmentState {
  if (
    deadline !== undefined &&
    node.kind === 'wait_for' &&
    (result.status === 'done' || result.status === 'impossible')
  )
    return takeLookBack(plan, state, node, { attempt, deadline }, result, at);
  switch (result.status) {
    case 'done':
      return walk(plan, state, performedDone(node, state), at);
    case 'skipped':
      return walk(plan, state, pastNode(node), at);
    case 'impossible':
      return walk(plan, state, performedImpossible(node, state.tries), at);
    case 'failed':
      return walk(plan, state, performedFailed(node, state.tries), at);
    case 'branch':
      return walk(plan, state, performedBranch(node, result.to), at);
    case 'wait':
      return restUntil(plan, state, node, result, at);
    case 'deferred': {
      const { status: _, ...wait } = result;
      const again = { attempt: attempt + 1, ...(deadline === undefined ? {} : { deadline }) };
      if (state.nudged) return ask(state, again.attempt, at, deadline);
      return rest(state, { is: 'deferred', ...wait, ...again });
    }
    case 'needs_person': {
      const { status: _, ...question } = result;
      const waiting = rest(state, { is: 'person', ...question, attempt: attempt + 1 });
      return state.decided ? decide(plan, waiting, state.decided, at) : waiting;
    }
    default:
      return unreachable(result);
  }
}

/**
 * Takes the answer whether what it waited for had happened by its deadline. What came while that was looked up is
 * looked at as well, before it is too late.
 */
function takeLookBack(
  plan: Plan,
  state: EnrollmentState,
  node: WaitForNode,
  { attempt, deadline }: { readonly attempt: number; readonly deadline: number },
  result: PerformResult,
  at: number,
): EnrollmentState {
  if (result.status === 'done') {
    const { replies = [] } = result;
    const known = state.awaited_replies ?? [];
    const fresh = replies.filter((id) => !known.includes(id));
    const heard = {
      ...state,
      seen: [...state.seen, ...replies.filter((id) => !state.seen.includes(id))].slice(-SEEN),
      ...(fresh.length > 0 ? { awaited_replies: [...known, ...fresh], reply_taken: false } : {}),
    };
    return walk(plan, heard, pass(node), at);
  }
  if (state.nudged) return ask(state, attempt + 1, at, deadline);
  return walk(plan, state, node.event === 'label' && state.labeled ? pass(node) : enter(node.else), at);
}

/** Lets the walk rest. An awaited event may have happened meanwhile; a timer runs its time. */
function restUntil(
  plan: Plan,
  state: EnrollmentState,
  node: Node,
  { until, text }: Extract<PerformResult, { status: 'wait' }>,
  at: number,
): EnrollmentState {
  const resting = isCall(node) ? undefined : walkOf(node.kind).resting?.(until);
  return resting ? takeTime(plan, rest(state, resting), at) : rest(state, { is: 'timer', until, text });
}

function rest(state: EnrollmentState, phase: Phase): EnrollmentState {
  return { ...state, phase };
}

function isUnderWay(request: PerformRequest, state: EnrollmentState, attempt: number): boolean {
  return request.node === state.node && request.visit === state.visit && request.attempt === attempt;
}

function merged(facts: Facts, changes: FactChanges = {}): Facts {
  return {
    connected: changes.connected ?? facts.connected,
    invited: changes.invited ?? facts.invited,
    replied: changes.replied ?? facts.replied,
  };
}
