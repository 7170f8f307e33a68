import type { SequenceVersion } from '../../store/sequences/read-sequence-version.ts';
import type { Person } from '../admission/admission.ts';
import type { GivenSenders } from '../assign-senders.ts';
import type { Refused } from '../refused.ts';
import { type FitsPlan, fitToPlan, pathOf } from './fit-to-plan.ts';
import { type LeadError, readWhatIsRight, refusedAsUnreachable, refusedFields } from './read-lead-fields.ts';

export interface LeadToAdmit {
  readonly lead: unknown;
  readonly senders?: GivenSenders;
  readonly campaign_id?: string;
  readonly campaign_account?: string;
  /** Facts of the campaign, which templates see as `job`. */
  readonly job?: Readonly<Record<string, string>>;
  /** Country of the list in which they come. */
  readonly country?: string;
}

/** A lead with all that the version needs of it, or what is wrong with it; nothing is asked of the database. */
export function readPerson(
  version: SequenceVersion,
  { lead: given, job, senders, campaign_id, campaign_account, country }: LeadToAdmit,
): { readonly kind: 'person'; readonly person: Person } | Refused {
  const { lead, errors } = readWhatIsRight(given, country);
  const { fields, identities, vars } = lead;
  const fit = fitToPlan(version.plan, fields, job === undefined ? vars : { ...vars, job });
  if (errors.length > 0) return withErrors(errors, fit);
  if (identities.length === 0) return refusedAsUnreachable(fit.kind === 'refused' ? fit : {});
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

/** Joins the errors of the fields with what else the plan asks for. A field that is given wrongly is not called missing. */
function withErrors(errors: readonly LeadError[], fit: FitsPlan | Refused): Refused {
  const wrong = new Set(errors.map(({ field }) => field));
  const more = fit.kind === 'refused' ? (fit.errors ?? []).filter(({ field }) => !wrong.has(field)) : [];
  const missing = (fit.kind === 'refused' ? (fit.missing ?? []) : []).filter((name) => !wrong.has(pathOf(name)));
  return { ...refusedFields([...errors, ...more]), ...(missing.length > 0 && { missing }) };
}
