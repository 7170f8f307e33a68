import type { SequenceVersion } from '../store/sequences/read-sequence-version.ts';
import type { Person } from './admission/admission.ts';
import type { GivenSenders } from './assign-senders.ts';
import { missingNeeds } from './missing-needs.ts';
import { readLeadFields } from './read-lead-fields.ts';
import { type Refused, refused } from './refused.ts';

export interface LeadToAdmit {
  readonly lead: unknown;
  readonly senders?: GivenSenders;
  readonly campaign_id?: string;
  readonly campaign_account?: string;
  /** What the campaign knows: templates see it as `job`. */
  readonly job?: Readonly<Record<string, string>>;
  /** Of the list that they come in. */
  readonly country?: string;
}

/** A lead with all that the version needs of it, or what is wrong with it; nothing is asked of the database. */
export function readPerson(
  version: SequenceVersion,
  { lead: given, job, senders, campaign_id, campaign_account, country }: LeadToAdmit,
): { readonly kind: 'person'; readonly person: Person } | Refused {
  const lead = readLeadFields(given, country);
  if (lead.kind === 'refused') return lead;
  const vars = job === undefined ? lead.vars : { ...lead.vars, job };
  const missing = missingNeeds(version.plan, lead.fields, vars);
  if (missing.length > 0) {
    const names = missing.join(', ');
    return refused('missing', `The lead lacks ${names}, which ${version.name} needs.`, { missing });
  }
  const { fields, identities } = lead;
  return {
    kind: 'person',
    person: {
      ...{ fields, identities, vars },
      ...(senders === undefined ? {} : { senders }),
      ...(campaign_id === undefined ? {} : { campaign_id }),
      ...(campaign_account === undefined ? {} : { campaign_account }),
    },
  };
}
