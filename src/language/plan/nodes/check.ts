import type { CallDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse } from './common.ts';

/** Refreshes what conditions see: `network/check_connection`, whose no is verified, or `network/check_invitation`. */
export interface CheckNode extends NodeBase, WithElse {
  readonly kind: 'check';
  readonly what: 'connection' | 'invitation';
}

export const check: CallDescriptor<CheckNode> = {
  noun: 'check',
  doing: 'Check',
  drawn: ({ what }) => ({ title: `Check the ${what}` }),
  words: ({ what }) => `check ${what}`,
  channel: () => 'professional',
  limit_class: () => null,
  // The stored copy of the connections is free; when it does not know them, the network is asked.
  credits: () => 1,
  effect: () => 'none',
};
