import type { Plan } from '../plan/plan.ts';
import { enter } from './nodes/move.ts';
import { toNext } from './nodes/performed.ts';
import type { Decision, EnrollmentState } from './state.ts';
import { nodeOf, walk } from './walk.ts';

/** A person settled a step whose outcome was unknown. `not_sent` performs it as a new visit: the old key may have been used. */
export function decide(
  plan: Plan,
  state: EnrollmentState,
  { task_id, decision }: Decision,
  at: number,
): EnrollmentState {
  const { phase } = state;
  const node = nodeOf(plan, state.node);
  if (phase.is === 'performing') return { ...state, decided: { task_id, decision } };
  if (phase.is !== 'person' || phase.task_id !== task_id || !node) return state;
  if (decision === 'not_sent') return walk(plan, state, enter(node.id, state.tries), at);
  const facts = node.kind === 'invite' ? { ...state.facts, invited: true } : state.facts;
  return walk(plan, { ...state, facts }, toNext(node), at);
}
