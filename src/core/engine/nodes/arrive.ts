import type { Node } from '../../../language/plan/node.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { EnrollmentState } from '../state.ts';
import { finish, type Move, perform } from './move.ts';
import { arriveAtRepeat } from './repeat.ts';
import { arriveAtWait } from './wait.ts';
import { arriveAtWaitFor } from './wait-for.ts';

/** What entering a node does. */
export function arrive(node: Node, state: EnrollmentState): Move {
  switch (node.kind) {
    case 'end':
      return finish(node.outcome);
    case 'wait':
      return arriveAtWait(node, state.entered_at);
    case 'wait_for':
      return arriveAtWaitFor(node, state);
    case 'visit':
    case 'invite':
    case 'message':
    case 'inmail':
    case 'email':
    case 'withdraw':
    case 'enrich':
    case 'check':
    case 'like':
    case 'react':
    case 'comment':
    case 'action':
    case 'if':
    case 'split':
    case 'task':
    case 'set':
    case 'run':
      return perform;
    case 'repeat':
      return arriveAtRepeat(node, state.rounds);
    default:
      return unreachable(node);
  }
}
