import type { NodeBase, NodeId } from './common.ts';

export type AwaitedEvent = 'accepted_invitation' | 'reply';

/** `then` when it happens, or already had; `else` at the deadline. Both default to `next`. */
export interface WaitForNode extends NodeBase {
  readonly kind: 'wait_for';
  readonly event: AwaitedEvent;
  /** Milliseconds of world time; business days need a calendar, so an activity computes their deadline. */
  readonly within: number | { readonly business_days: number };
  readonly then: NodeId;
  readonly else: NodeId;
}
