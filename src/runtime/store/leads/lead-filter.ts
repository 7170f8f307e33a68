import type { FoundBy } from '../../../shared/postgres/settings.ts';
import { hasLabel, LABEL_OF } from '../conversations/or-none.ts';
import { type EnrollmentFilter, enrollmentConditions, tookArm } from '../enrollments/enrollment-filter.ts';
import { isSuppressed, isSuppressedAlone, SUPPRESSED_LEADS_AT_ONCE } from '../suppressions/suppressed-lead.ts';
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

interface Asked {
  /** Values that stand before its own. */
  readonly before?: number;
  /** Each person is looked at alone, as the tables come: else Postgres may read all who fit one part of the filter. */
  readonly alone?: boolean;
  /** Parts of the filter that are not asked. */
  readonly except?: readonly PartOfFilter['what'][];
}

/** The `where` of a filter over the table or alias `lead`; `true` when nothing is filtered. */
export function leadConditions(
  filter: LeadFilter,
  lead: string,
  { before = 0, alone = false, except = [] }: Asked = {},
): { text: string; values: unknown[] } {
  const { enrollment, label, tag, suppressed } = filter;
  const inSequences = enrollmentConditions(except.includes('enrollment') ? {} : enrollment, before, alone);
  const { values } = inSequences;
  const place = (value: unknown): string => `$${before + values.push(value)}`;
  // A value of its own is joined with nothing.
  const some = (rows: string): string => (alone ? `(select exists (${rows}))` : `exists (${rows})`);
  const conditions: string[] = [];
  const { within } = enrollment;
  const ofLead = `select from enrollments e where e.lead_id = ${lead}.id and ${inSequences.text}`;
  if (isWithinOnly(enrollment)) {
    const own = `e.lead_id from enrollments e where ${inSequences.text}`;
    const written = `from conversations c where c.merged_into is null and c.account_id = any(${place(within)})`;
    conditions.push(
      alone
        ? `(select exists (${ofLead}) or exists (select ${written} and c.lead_id = ${lead}.id))`
        : `${lead}.id in (select ${own} union all select c.lead_id ${written})`,
    );
  } else if (inSequences.text !== 'true') conditions.push(some(ofLead));
  if (label !== undefined && !except.includes('label')) {
    const fits = `c.lead_id = ${lead}.id and c.merged_into is null and ${hasLabel(place(label), label)}`;
    conditions.push(
      some(
        `select from conversations c where ${fits}${within === undefined ? '' : ` and c.account_id = any(${place(within)})`}`,
      ),
    );
  }
  if (tag !== undefined && !except.includes('tag')) conditions.push(hasTag(lead, place(tag)));
  if (suppressed !== undefined && !except.includes('suppressed')) {
    const at = place(suppressed);
    conditions.push(alone ? isSuppressedAlone(`${lead}.id`, at) : isSuppressed(`${lead}.id`, at, suppressed));
  }
  return { text: conditions.join(' and ') || 'true', values };
}

const isWithinOnly = ({ within, ...others }: LeadFilter['enrollment']): boolean =>
  within !== undefined && Object.values(others).every((value) => value === undefined);

/** SQL that selects the ids of the people who fit one part of a filter, as rows of `id`, some of them more than once. */
export interface PartOfFilter {
  readonly what: 'enrollment' | 'arm' | 'label' | 'tag' | 'suppressed';
  readonly text: (before: number) => string;
  readonly values: readonly unknown[];
  readonly found_by?: FoundBy;
}

const asksEnrollment = ({ enrollment }: LeadFilter): boolean =>
  !isWithinOnly(enrollment) && enrollmentConditions(enrollment).text !== 'true';

/** The parts of a filter by which an index finds people. */
export function partsOf(filter: LeadFilter): readonly PartOfFilter[] {
  const { enrollment, label, tag, suppressed } = filter;
  const { arm, ...withoutArm } = enrollment;
  const { within } = enrollment;
  const parts: PartOfFilter[] = [];
  if (tag !== undefined)
    parts.push({
      what: 'tag',
      values: [tag],
      text: (before) => `select l.id from leads l where ${hasTag('l', `$${before + 1}`)}`,
    });
  if (label !== undefined)
    parts.push({
      what: 'label',
      values: within === undefined ? [label] : [label, within],
      text: (before) =>
        `select c.lead_id as id from conversations c where c.merged_into is null and ${LABEL_OF} = $${before + 1}${within === undefined ? '' : ` and c.account_id = any($${before + 2})`}`,
    });
  if (suppressed === true)
    parts.push({
      ...{ what: 'suppressed', found_by: 'keys' },
      values: [],
      text: () => `select lead_id as id from (${SUPPRESSED_LEADS_AT_ONCE}) as suppressed`,
    });
  if (arm !== undefined) {
    parts.push({
      what: 'arm',
      values: [arm, ...enrollmentConditions(withoutArm).values],
      // Each is looked up by themselves: joined in any other way, all enrollments are read.
      text: (before) =>
        `select e.lead_id as id from timeline t cross join lateral (select * from enrollments where id = t.enrollment_id limit 1) as e
          where ${tookArm(`$${before + 1}`)} and ${enrollmentConditions(withoutArm, before + 1, true).text}`,
    });
  }
  if (asksEnrollment(filter))
    parts.push({
      ...{ what: 'enrollment', found_by: 'bitmaps' },
      values: enrollmentConditions(enrollment).values,
      text: (before) =>
        `select e.lead_id as id from enrollments e where ${enrollmentConditions(enrollment, before, true).text}`,
    });
  return parts;
}
