import { hasLabel } from '../conversations/or-none.ts';
import { type EnrollmentFilter, enrollmentConditions } from '../enrollments/list-enrollments.ts';
import { isSuppressed } from '../suppressions/suppressed-lead.ts';
import { hasTag } from './has-tag.ts';

export interface LeadFilter {
  /** One enrollment of theirs fits all of it. */
  readonly enrollment: Pick<
    EnrollmentFilter,
    | (
        | 'sequence'
        | 'version'
        | 'status'
        | 'outcome'
        | 'campaign_id'
        | 'account_id'
        | 'professional'
        | 'email'
        | 'messenger'
      )
    | ('waiting_on' | 'node' | 'arm' | 'replied' | 'within')
  >;
  /** A conversation of theirs has it; `none`: one without. As conversations are filtered. */
  readonly label?: string | undefined;
  readonly tag?: string | undefined;
  /** True: people who are on the do-not-contact list by whatever name. */
  readonly suppressed?: boolean | undefined;
}

/** The `where` of a filter over the table or alias `lead`; `true` when nothing is filtered. `before`: values that stand before its own. */
export function leadConditions(filter: LeadFilter, lead: string, before = 0): { text: string; values: unknown[] } {
  const { enrollment, label, tag, suppressed } = filter;
  const inSequences = enrollmentConditions(enrollment, before);
  const { values } = inSequences;
  const place = (value: unknown): string => `$${before + values.push(value)}`;
  const conditions: string[] = [];
  const { within, ...others } = enrollment;
  if (within !== undefined && Object.values(others).every((value) => value === undefined)) {
    const own = `e.lead_id from enrollments e where ${inSequences.text}`;
    const written = `c.lead_id from conversations c where c.merged_into is null and c.account_id = any(${place(within)})`;
    conditions.push(`${lead}.id in (select ${own} union all select ${written})`);
  } else if (inSequences.text !== 'true')
    conditions.push(`exists (select from enrollments e where e.lead_id = ${lead}.id and ${inSequences.text})`);
  if (label !== undefined) {
    const within = enrollment.within === undefined ? '' : ` and c.account_id = any(${place(enrollment.within)})`;
    const fits = `c.lead_id = ${lead}.id and c.merged_into is null and ${hasLabel(place(label), label)}${within}`;
    conditions.push(`exists (select from conversations c where ${fits})`);
  }
  if (tag !== undefined) conditions.push(hasTag(lead, place(tag)));
  if (suppressed !== undefined) conditions.push(isSuppressed(`${lead}.id`, place(suppressed), suppressed));
  return { text: conditions.join(' and ') || 'true', values };
}
