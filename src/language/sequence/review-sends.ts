import type { Node } from '../plan/node.ts';
import { isSend } from '../plan/node-traits.ts';

/** `review: true` of the header, for one node: a step that reaches the lead waits for a person's approval. */
export function reviewSend(node: Node): Node {
  if (!isSend(node)) return node;
  switch (node.kind) {
    case 'invite':
    case 'message':
    case 'inmail':
    case 'email':
    case 'comment':
    case 'action':
      return { ...node, review: true };
    default:
      return node;
  }
}
