import type { Node } from '../../../language/plan/node.ts';
import { isCall } from '../../../language/plan/node-traits.ts';
import type { EnrollmentState } from '../state.ts';
import { type Move, perform } from './move.ts';
import { walkOf } from './own-steps.ts';

/** Says what entering a node does. */
export const arrive = (node: Node, state: EnrollmentState): Move =>
  isCall(node) ? perform : walkOf(node.kind).arrive(node, state);
