import type { CallDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse } from './common.ts';

/**
 * Fills the lead: `email` by `find_email` and `validate_email`, `profile` by `profiles/get`, `contact` by
 * `profiles/get_contact`, `cv` from the file of `recruiter/get_cv`. `else` when nothing is found.
 */
export interface EnrichNode extends NodeBase, WithElse {
  readonly kind: 'enrich';
  readonly what: 'email' | 'profile' | 'contact' | 'cv';
}

const TITLES = { email: 'email', profile: 'profile', contact: 'contact details', cv: 'CV' } as const;

const CONTACT = ['email', 'phone_number'] as const;
const PROFILE = ['profile_url', 'first_name', 'last_name', 'headline', 'company', 'location', 'country'] as const;
const LEARNED = { email: ['email'], profile: PROFILE, contact: CONTACT, cv: CONTACT } as const;

export const enrich: CallDescriptor<EnrichNode> = {
  noun: 'search',
  doing: 'Look up the lead',
  drawn: ({ what }) => ({ title: `Look up the ${TITLES[what]}` }),
  words: ({ what }) => `enrich ${what}`,
  // Either channel's account can ask for an address.
  channel: ({ what }) => (what === 'email' ? null : 'professional'),
  limit_class: () => null,
  // What is found is validated by another call.
  credits: ({ what }) => (what === 'email' ? 2 : 1),
  effect: () => 'none',
  learns: ({ what }) => LEARNED[what],
};
