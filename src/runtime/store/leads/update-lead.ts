import { LEAD_FIELDS } from '../../../language/plan/lead.ts';
import type { Identity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { NOTE_COMPANY } from '../suppressions/namesakes.ts';
import { companyKey } from './company-key.ts';
import type { LeadRow } from './read-lead.ts';

export interface LeadUpdate {
  /** Null: it is not known any more. */
  readonly fields: Readonly<Partial<Record<(typeof LEAD_FIELDS)[number], string | null>>>;
  readonly tags?: readonly string[];
  /** Null takes a variable away. */
  readonly vars?: Readonly<Record<string, unknown>>;
}

/** Writes what a person of ours says about a lead; what is absent stays. */
export async function updateLead(
  tx: Queryable,
  lead: LeadRow,
  { fields, tags, vars }: LeadUpdate,
  at: Date,
): Promise<void> {
  const row = { ...lead, ...fields };
  const known = Object.entries({ ...lead.vars, ...vars }).filter(([, value]) => value !== null);
  const sets = LEAD_FIELDS.map((field, index) => `${field} = $${index + 6}`);
  await tx.query(
    `with changed as (update leads set updated_at = $2, company_key = $3, tags = $4, vars = $5, ${sets.join(', ')} where id = $1 returning id, company_key)
     ${NOTE_COMPANY}`,
    [
      ...[lead.id, at, companyKey(row.company ?? undefined), tags ?? lead.tags],
      ...[JSON.stringify(Object.fromEntries(known)), ...LEAD_FIELDS.map((field) => row[field] ?? null)],
    ],
  );
}

/** Sets the names by which a person is reached, as they are written now; names that are absent stay. */
export async function setReach(
  tx: Queryable,
  leadId: string,
  reach: Readonly<Partial<Record<'profile_url' | 'email' | 'phone_number', string>>>,
): Promise<void> {
  const { profile_url = null, email = null, phone_number = null } = reach;
  await tx.query(
    `update leads set profile_url = coalesce($2, profile_url), email = coalesce($3, email), phone_number = coalesce($4, phone_number) where id = $1`,
    [leadId, profile_url, email, phone_number],
  );
}

/** The person is not known by these names any more. Under their locks. */
export async function removeNames(tx: Queryable, leadId: string, names: readonly Identity[]): Promise<void> {
  if (names.length === 0) return;
  await tx.query(
    `delete from identities where lead_id = $1 and (kind, value) in (select * from unnest($2::text[], $3::text[]))`,
    [leadId, names.map(({ kind }) => kind), names.map(({ value }) => value)],
  );
}
