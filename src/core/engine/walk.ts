import type { Node } from '../../language/plan/node.ts';
import type { NodeId } from '../../language/plan/nodes/common.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { own } from '../../shared/kit/own.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { arrive } from './nodes/arrive.ts';
import type { Move } from './nodes/move.ts';
import type { EnrollmentState } from './state.ts';

/** More rounds than nested repeats may have together. */
const MOST_ROUNDS = 401;

export function nodeOf(plan: Plan, id: NodeId): Node | undefined {
  return own(plan.nodes, id);
}

/** Makes a move, and those that follow from it at once, until the walk performs, rests or ends. */
export function walk(plan: Plan, state: EnrollmentState, first: Move, at: number): EnrollmentState {
  let current = state;
  let move = first;
  // The only loops of compiled plans are counted rounds. A plan with a circle of steps that pass at once ends here instead of
  // hanging.
  for (let left = (Object.keys(plan.nodes).length + 1) * MOST_ROUNDS; left > 0; left--) {
    switch (move.go) {
      case 'finish':
        return finished(current, move.outcome);
      case 'rest':
        return { ...current, phase: move.phase };
      case 'perform':
        return ask(current, 0, at);
      case 'enter': {
        const node = nodeOf(plan, move.node);
        if (!node) return finished(current, 'failed');
        if (move.takes_reply) current = { ...current, reply_taken: true };
        if (move.takes_label) current = { ...current, labeled: false };
        if (move.rounds) current = { ...current, rounds: move.rounds };
        current = entered(current, node.id, move.tries, at);
        move = arrive(node, current);
        break;
      }
      default:
        return unreachable(move);
    }
  }
  return finished(current, 'failed');
}

export function finished(state: EnrollmentState, outcome: string): EnrollmentState {
  return { ...state, phase: { is: 'finished', outcome } };
}

/** Performs the cursor's node; while paused it is held back until the walk goes on. */
export function ask(state: EnrollmentState, attempt: number, at: number, deadline?: number): EnrollmentState {
  const asked = { attempt, ...(deadline === undefined ? {} : { deadline }) };
  if (state.paused) return { ...state, phase: { is: 'deferred', until: at, kind: 'person', text: 'Paused', ...asked } };
  return { ...state, phase: { is: 'performing', ...asked }, nudged: false, decided: null };
}

function entered(state: EnrollmentState, node: NodeId, tries: number, at: number): EnrollmentState {
  const visit = (own(state.visits, node) ?? 0) + 1;
  return { ...state, node, visit, tries, entered_at: at, visits: { ...state.visits, [node]: visit } };
}

/** The deadline of its step is over, and an activity has been asked what had happened by then. */
export const isLookingBack = ({ phase }: EnrollmentState): boolean =>
  (phase.is === 'performing' || phase.is === 'deferred') && phase.deadline !== undefined;
