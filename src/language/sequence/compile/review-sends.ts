import type { Node } from '../../plan/node.ts';
import { isSend } from '../../plan/node-traits.ts';
import type { WithReview } from '../../plan/nodes/common.ts';
import { descriptorOf } from '../steps/kinds.ts';

const REVIEWED: WithReview = { review: true };

/** `review: true` of the header, for one node: a step that reaches the lead waits for a person's approval. */
export function reviewSend(node: Node): Node {
  if (!isSend(node)) return node;
  return descriptorOf(node.kind).form.reviewable ? { ...node, ...REVIEWED } : node;
}
