import type { NodeBase, WithElse } from './common.ts';

/** `messages/send` with `inmail`; impossible takes `else` before anything is spent. */
export interface InMailNode extends NodeBase, WithElse {
  readonly kind: 'inmail';
  /** Template. */
  readonly subject: string;
  /** Template. */
  readonly text: string;
}
