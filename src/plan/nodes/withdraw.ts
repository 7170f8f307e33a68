import type { NodeBase, WithElse } from './common.ts';

/** Withdraws the pending invitation; none pending is nothing to do. */
export interface WithdrawNode extends NodeBase, WithElse {
  readonly kind: 'withdraw';
}
