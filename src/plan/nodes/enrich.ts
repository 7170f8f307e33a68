import type { NodeBase, WithElse } from './common.ts';

/** `find_email`; fills the lead's email, `else` when none is found. */
export interface EnrichNode extends NodeBase, WithElse {
  readonly kind: 'enrich';
  readonly what: 'email';
}
