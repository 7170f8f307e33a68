import type { Node } from '../../language/plan/node.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { enter, type Move } from './nodes/move.ts';
import { pastNode } from './nodes/onward.ts';
import type { PerformResult } from './perform.ts';
import type { EnrollmentState, Phase, StepEvent } from './state.ts';
import { takeTime } from './take-time.ts';
import { nodeOf, walk } from './walk.ts';

/**
 * Does what a person asks of the step that the walk stands at. One that is under way is ended first: it may have sent
 * already.
 */
export function takeStepEvent(plan: Plan, state: EnrollmentState, event: StepEvent, at: number): EnrollmentState {
  const node = nodeOf(plan, state.node);
  if (!node || event.node !== state.node || event.visit !== state.visit) return state;
  if (state.phase.is === 'performing') return { ...state, told: event };
  if (event.type === 'reschedule') return rescheduled(plan, state, event.until, at);
  const move = event.type === 'skip' ? skip(node, state.phase) : retry(node, state);
  return move === null ? state : walk(plan, state, move, at);
}

/**
 * Finds the move that a request leads to which came while the step was performing, now that the result is there. Null:
 * the request no longer applies, because the step happened, is in doubt, or the walk ends.
 */
export function moveAsAsked(node: Node, state: EnrollmentState, result: PerformResult): Move | null {
  const { told } = state;
  if (told === undefined || told.node !== state.node || told.visit !== state.visit) return null;
  if (told.type === 'reschedule' || !isUnsent(result)) return null;
  return told.type === 'skip' ? pastNode(node) : enter(node.id, state.tries);
}

/** Whether nothing went out, and nothing is in doubt as far as the walk can tell. */
function isUnsent(result: PerformResult): boolean {
  switch (result.status) {
    case 'deferred':
    case 'wait':
    case 'impossible':
    case 'failed':
      return true;
    case 'needs_person':
      return (result.asks ?? 'sent') !== 'sent';
    case 'done':
    case 'skipped':
    case 'branch':
    case 'stopped':
      return false;
    default:
      return unreachable(result);
  }
}

/** Whether the step is in doubt: a person has to say whether it was sent, or what is read back. */
const isInDoubt = (phase: Phase): boolean => phase.is === 'person' && (phase.asks ?? 'sent') === 'sent';

function skip(node: Node, phase: Phase): Move | null {
  return phase.is === 'new' || isInDoubt(phase) ? null : pastNode(node);
}

/** Retries the step. A wait has nothing that could be retried. */
function retry(node: Node, { phase, tries }: EnrollmentState): Move | null {
  if (phase.is === 'deferred' && phase.deadline !== undefined) return null;
  return phase.is === 'deferred' || (phase.is === 'person' && !isInDoubt(phase)) ? enter(node.id, tries) : null;
}

function rescheduled(plan: Plan, state: EnrollmentState, until: number, at: number): EnrollmentState {
  const { phase } = state;
  switch (phase.is) {
    case 'deferred': {
      // Another deadline for what it waits for.
      if (phase.deadline !== undefined) return takeTime(plan, { ...state, phase: { is: 'awaiting', until } }, at);
      // What the calendar counted is not what it waits for any more.
      const { binding: _, ...rest } = phase;
      return takeTime(plan, { ...state, phase: { ...rest, until, kind: 'time', text: 'Rescheduled by a person' } }, at);
    }
    case 'timer':
    case 'awaiting':
      return takeTime(plan, { ...state, phase: { ...phase, until } }, at);
    default:
      return state;
  }
}
