import type { SequenceVersion } from '../store/sequences/read-sequence-version.ts';
import type { Person } from './admission/admission.ts';
import type { GivenSenders } from './assign-senders.ts';
import { fitToPlan } from './fit-to-plan.ts';
import { readLeadFields } from './read-lead-fields.ts';
import type { Refused } from './refused.ts';

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
  const { fields, identities } = lead;
  const fit = fitToPlan(version.plan, fields, job === undefined ? lead.vars : { ...lead.vars, job });
  if (fit.kind === 'refused') return fit;
  return {
    kind: 'person',
    person: {
      ...{ fields, identities, vars: fit.vars },
      ...(senders === undefined ? {} : { senders }),
      ...(campaign_id === undefined ? {} : { campaign_id }),
      ...(campaign_account === undefined ? {} : { campaign_account }),
    },
  };
}
