import type { Node } from '../../language/plan/node.ts';
import { isCall, sentFactOf } from '../../language/plan/node-traits.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { enter } from './nodes/move.ts';
import { performedImpossible, toNext } from './nodes/onward.ts';
import { walkOf } from './nodes/own-steps.ts';
import type { Decision, EnrollmentState, Phase } from './state.ts';
import { ask, nodeOf, walk } from './walk.ts';

type Asked = Extract<Phase, { is: 'person' }>;

/**
 * Takes a person's decision about a step in doubt, a task or a review. A decision that answers another question changes
 * nothing.
 */
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
  switch (phase.asks ?? 'sent') {
    case 'sent':
      return decideSent(plan, state, node, decision, at);
    case 'task': {
      const move = isCall(node) ? null : (walkOf(node.kind).decided?.(node, decision, state.tries) ?? null);
      return move ? walk(plan, state, move, at) : state;
    }
    case 'review':
      return decideReview(plan, state, node, phase, decision, at);
  }
}

/** Decides a step in doubt. `not_sent` performs it as a new visit: the old key may have been used. */
function decideSent(
  plan: Plan,
  state: EnrollmentState,
  node: Node,
  decision: Decision['decision'],
  at: number,
): EnrollmentState {
  if (decision === 'not_sent') return walk(plan, state, enter(node.id, state.tries), at);
  if (decision !== 'sent') return state;
  const fact = sentFactOf(node);
  const facts = fact === null ? state.facts : { ...state.facts, [fact]: true };
  return walk(plan, { ...state, facts }, toNext(node), at);
}

/**
 * Decides a review. Approved, the same visit is performed with the text that was shown; rejected, the step is not
 * possible.
 */
function decideReview(
  plan: Plan,
  state: EnrollmentState,
  node: Node,
  phase: Asked,
  decision: Decision['decision'],
  at: number,
): EnrollmentState {
  if (decision === 'approve') return ask(state, phase.attempt ?? 1, at);
  return decision === 'reject' ? walk(plan, state, performedImpossible(node, Number.POSITIVE_INFINITY), at) : state;
}
