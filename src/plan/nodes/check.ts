import type { NodeBase, WithElse } from './common.ts';

/** Refreshes what conditions see: `network/check_connection`, whose no is verified, or `network/check_invitation`. */
export interface CheckNode extends NodeBase, WithElse {
  readonly kind: 'check';
  readonly what: 'connection' | 'invitation';
}
