import type { Node } from '../../plan/node.ts';
import type { Proof } from './proof.ts';

/** No message to someone who may not be connected, without an `else`. The messenger needs no connection. */
export const proveConnection: Proof = ({ node, here, report }) => {
  if (!isMessage(node) || here.connected || node.else !== undefined) return;
  const fix = 'Put it under the `then` of `wait_for: accepted_invitation`, or give it an `else`.';
  report('SEQ030', 'the lead may not be connected when this message is due', fix);
};

const isMessage = (node: Node): node is Extract<Node, { kind: 'message' | 'action' }> =>
  (node.kind === 'message' && node.channel === 'professional') ||
  (node.kind === 'action' && node.limit_class === 'message' && node.channel === 'professional' && !node.params.inmail);
