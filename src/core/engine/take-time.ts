import type { Plan } from '../../language/plan/plan.ts';
import { enter } from './nodes/move.ts';
import { toNext } from './nodes/performed.ts';
import { hasHappened, pass } from './nodes/wait-for.ts';
import type { EnrollmentState } from './state.ts';
import { ask, nodeOf, walk } from './walk.ts';

/** Goes on where the time, or a fact just learned, allows it. A paused walk stays where it is. */
export function takeTime(plan: Plan, state: EnrollmentState, at: number): EnrollmentState {
  if (state.paused) return state;
  const { phase } = state;
  const node = nodeOf(plan, state.node);
  switch (phase.is) {
    case 'deferred':
      return at >= phase.until ? ask(state, phase.attempt, at) : state;
    case 'timer':
      return node && at >= phase.until ? walk(plan, state, toNext(node), at) : state;
    case 'awaiting':
      if (node?.kind !== 'wait_for') return state;
      if (hasHappened(node, state)) return walk(plan, state, pass(node), at);
      return at >= phase.until ? walk(plan, state, enter(node.else), at) : state;
    case 'person':
      if (node?.kind !== 'task' || phase.until === undefined || at < phase.until) return state;
      return walk(plan, state, enter(node.else), at);
    default:
      return state;
  }
}
