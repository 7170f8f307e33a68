import type { Proof } from './proof.ts';
import { reachedAs } from './reached-as.ts';

/** No message to someone who may not be connected, without an `else`. The messenger needs no connection. */
export const proveConnection: Proof = ({ node, here, report }) => {
  const reached = reachedAs(node);
  if (reached?.as !== 'message' || reached.has_else || here.connected) return;
  const fix = 'Put it under the `then` of `wait_for: accepted_invitation`, or give it an `else`.';
  report('SEQ030', 'the lead may not be connected when this message is due', fix);
};
