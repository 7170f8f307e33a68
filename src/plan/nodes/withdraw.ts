import type { NodeBase } from './common.ts';

/** Withdraws the pending invitation; none pending is nothing to do. */
export interface WithdrawNode extends NodeBase {
  readonly kind: 'withdraw';
}
