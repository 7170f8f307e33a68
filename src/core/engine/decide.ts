import type { Node } from '../../language/plan/node.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { enter, type Move } from './nodes/move.ts';
import { performedFailed, performedImpossible, toNext } from './nodes/performed.ts';
import type { Decision, EnrollmentState, Phase } from './state.ts';
import { ask, nodeOf, walk } from './walk.ts';

type Asked = Extract<Phase, { is: 'person' }>;

/** A person settled a step in doubt, a task or a review. One that fits another question changes nothing. */
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
      const move = moveOfTask(node, state.tries, decision);
      return move ? walk(plan, state, move, at) : state;
    }
    case 'review':
      return decideReview(plan, state, node, phase, decision, at);
  }
}

/** `not_sent` performs it as a new visit: the old key may have been used. */
function decideSent(
  plan: Plan,
  state: EnrollmentState,
  node: Node,
  decision: Decision['decision'],
  at: number,
): EnrollmentState {
  if (decision === 'not_sent') return walk(plan, state, enter(node.id, state.tries), at);
  if (decision !== 'sent') return state;
  const facts = node.kind === 'invite' ? { ...state.facts, invited: true } : state.facts;
  return walk(plan, { ...state, facts }, toNext(node), at);
}

function moveOfTask(node: Node, tries: number, decision: Decision['decision']): Move | null {
  if (node.kind !== 'task') return null;
  if (decision === 'approve') return enter(node.then);
  if (decision !== 'reject') return null;
  return node.has_else ? enter(node.else) : performedFailed(node, tries);
}

/** Approved, the same visit is performed with the text that was shown; rejected, the step is not possible. */
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
