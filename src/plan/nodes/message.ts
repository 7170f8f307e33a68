import type { NodeBase, WithElse } from './common.ts';

/** `messages/send` on the professional or the messenger channel; not connected takes `else`. */
export interface MessageNode extends NodeBase, WithElse {
  readonly kind: 'message';
  readonly channel: 'professional' | 'messenger';
  /** Template. */
  readonly text: string;
}
