import type { LeadFields } from '../../../language/plan/lead.ts';
import { LEAD_FIELDS } from '../../../language/plan/lead.ts';
import { columnOf } from '../../../shared/postgres/column-of.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { rowsOf } from '../../../shared/postgres/json-rows.ts';
import { NOTE_COMPANY } from '../suppressions/namesakes.ts';
import { companyKey } from './company-key.ts';

export interface SavedLead {
  readonly id: string;
  readonly fields: LeadFields;
}

/** Writes people whom nobody knows yet. */
export async function insertLeads(tx: Queryable, leads: readonly SavedLead[], at: Date): Promise<void> {
  if (leads.length === 0) return;
  const columns = ['id', 'company_key', ...LEAD_FIELDS];
  const given = columns.map((_, place) => `$${place + 2}::text[]`);
  await tx.query(
    `insert into leads (created_at, updated_at, ${columns.join(', ')}) select $1::timestamptz, $1::timestamptz, given.* from unnest(${given.join(', ')}) as given`,
    [
      at,
      leads.map(({ id }) => id),
      leads.map(({ fields }) => companyKey(fields.company)),
      ...LEAD_FIELDS.map((field) => columnOf(leads.map(({ fields }) => fields[field] ?? null))),
    ],
  );
}

/** Creates the people, or fills what is new about them: a given field replaces the old value, an absent one keeps it. Each once. */
export async function saveLeads(tx: Queryable, leads: readonly SavedLead[], at: Date): Promise<void> {
  if (leads.length === 0) return;
  const columns = LEAD_FIELDS.join(', ');
  const types = LEAD_FIELDS.map((field) => `${field} text`).join(', ');
  const changes = LEAD_FIELDS.map((field) => `${field} = coalesce(excluded.${field}, leads.${field})`).join(', ');
  const rows = leads.map(({ id, fields }) => ({ ...fields, id, company_key: companyKey(fields.company) }));
  await tx.query(
    `with changed as (
       insert into leads (id, created_at, updated_at, company_key, ${columns})
       select id, $2, $2, company_key, ${columns} from ${rowsOf(`id text, company_key text, ${types}`)} as r
       on conflict (id) do update set updated_at = excluded.updated_at,
         company_key = coalesce(excluded.company_key, leads.company_key), ${changes} returning id, company_key)
     ${NOTE_COMPANY}`,
    [JSON.stringify(rows), at],
  );
}
