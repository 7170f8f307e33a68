import type { CallDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse } from './common.ts';

/**
 * Fills the lead: `email` by `find_email` and `validate_email`, `profile` by `profiles/get`, `contact` by
 * `profiles/get_contact`. `else` when nothing is found.
 */
export interface EnrichNode extends NodeBase, WithElse {
  readonly kind: 'enrich';
  readonly what: 'email' | 'profile' | 'contact';
}

export const enrich: CallDescriptor<EnrichNode> = {
  noun: 'search',
  doing: 'Look up the lead',
  drawn: ({ what }) => ({ title: `Look up the ${what === 'contact' ? 'contact details' : what}` }),
  words: ({ what }) => `enrich ${what}`,
  // Either channel's account can ask for an address.
  channel: ({ what }) => (what === 'email' ? null : 'professional'),
  limit_class: () => null,
  // What is found is validated by another call.
  credits: ({ what }) => (what === 'email' ? 2 : 1),
  effect: () => 'none',
};
