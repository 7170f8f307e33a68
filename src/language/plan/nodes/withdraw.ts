import type { CallDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse } from './common.ts';

/** Withdraws the pending invitation; none pending is nothing to do. */
export interface WithdrawNode extends NodeBase, WithElse {
  readonly kind: 'withdraw';
}

export const withdraw: CallDescriptor<WithdrawNode> = {
  noun: 'withdrawal',
  doing: 'Withdraw the invitation',
  drawn: () => ({ title: 'Withdraw the invitation' }),
  words: () => 'withdraw',
  channel: () => 'professional',
  limit_class: () => null,
  credits: () => 1,
  effect: () => 'none',
};
