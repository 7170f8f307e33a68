import type { NodeBase, WithElse } from './common.ts';

/** A reaction to the lead's latest post; `else` when there is none. */
export interface ReactNode extends NodeBase, WithElse {
  readonly kind: 'react';
  readonly on: 'latest_post';
  /** A reaction type of the contract. */
  readonly reaction_type: string;
}
