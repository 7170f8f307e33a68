import { isCall } from '../../language/plan/node-traits.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { toNext } from './nodes/onward.ts';
import { walkOf } from './nodes/own-steps.ts';
import type { EnrollmentState } from './state.ts';
import { ask, nodeOf, walk } from './walk.ts';

/** Goes on where the time, or a fact just learned, allows it. A paused walk stays where it is. */
export function takeTime(plan: Plan, state: EnrollmentState, at: number): EnrollmentState {
  if (state.paused) return state;
  const { phase } = state;
  const node = nodeOf(plan, state.node);
  switch (phase.is) {
    case 'deferred':
      return at >= phase.until ? ask(state, phase.attempt, at, phase.deadline) : state;
    case 'timer':
      return node && at >= phase.until ? walk(plan, state, toNext(node), at) : state;
    case 'awaiting':
    case 'person': {
      if (!node || isCall(node)) return state;
      const { happened, late } = walkOf(node.kind);
      const isLate = phase.until !== undefined && at >= phase.until;
      // What is heard only now may have happened in time, and what has been heard may have happened too late.
      if (isLate && state.looks_back && node.kind === 'wait_for') return ask(state, 0, at, phase.until);
      const move = happened?.(node, state) ?? (isLate ? late?.(node) : null);
      return move ? walk(plan, state, move, at) : state;
    }
    default:
      return state;
  }
}
