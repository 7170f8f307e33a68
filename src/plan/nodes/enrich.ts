import type { NodeBase, WithElse } from './common.ts';

/**
 * Fills the lead: `email` by `find_email` and `validate_email`, `profile` by `profiles/get`, `contact` by
 * `profiles/get_contact`. `else` when nothing is found.
 */
export interface EnrichNode extends NodeBase, WithElse {
  readonly kind: 'enrich';
  readonly what: 'email' | 'profile' | 'contact';
}
