import type { LeadFields } from '../../plan/lead.ts';
import { LEAD_FIELDS } from '../../plan/lead.ts';
import type { Queryable } from '../../postgres/database.ts';
import { companyKey } from './company-key.ts';

/** Creates the person, or fills what is new about them: a given field replaces the old value, an absent one keeps it. */
export async function saveLead(tx: Queryable, id: string, fields: LeadFields, at: Date): Promise<void> {
  const columns = LEAD_FIELDS.join(', ');
  const places = LEAD_FIELDS.map((_, index) => `$${index + 4}`).join(', ');
  const changes = LEAD_FIELDS.map((field) => `${field} = coalesce(excluded.${field}, leads.${field})`).join(', ');
  await tx.query(
    `insert into leads (id, created_at, updated_at, company_key, ${columns}) values ($1, $2, $2, $3, ${places})
     on conflict (id) do update set updated_at = excluded.updated_at,
       company_key = coalesce(excluded.company_key, leads.company_key), ${changes}`,
    [id, at, companyKey(fields.company), ...LEAD_FIELDS.map((field) => fields[field] ?? null)],
  );
}
