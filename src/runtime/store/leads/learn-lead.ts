import { LEAD_FIELDS, type LeadFields } from '../../../language/plan/lead.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { companyKey } from './company-key.ts';

export interface LearnedRelation {
  readonly account_id: string;
  readonly lead_id: string;
  readonly connected?: boolean;
  readonly degree?: number;
  readonly conversation_id?: string;
  readonly premium_conversation_id?: string;
  readonly at: Date;
}

/** What is not said stays as it was. */
export async function learnRelation(tx: Queryable, learned: LearnedRelation): Promise<void> {
  await tx.query(
    `insert into relations as r (account_id, lead_id, connected, degree, conversation_id, premium_conversation_id, learned_at)
     values ($1, $2, coalesce($3, false), $4, $5, $6, $7)
     on conflict (account_id, lead_id) do update
        set connected = coalesce($3, r.connected), degree = coalesce($4, r.degree),
            conversation_id = coalesce($5, r.conversation_id),
            premium_conversation_id = coalesce($6, r.premium_conversation_id), learned_at = $7`,
    [
      learned.account_id,
      learned.lead_id,
      learned.connected ?? null,
      learned.degree ?? null,
      learned.conversation_id ?? null,
      learned.premium_conversation_id ?? null,
      learned.at,
    ],
  );
}

/** Fills what the lead lacks: a field that says anything stays as it is. */
export async function fillLead(tx: Queryable, leadId: string, fields: LeadFields, at: Date): Promise<void> {
  const changes = LEAD_FIELDS.map((field, index) => `${field} = coalesce(nullif(btrim(${field}), ''), $${index + 4})`);
  await tx.query(
    `update leads set ${changes.join(', ')}, company_key = coalesce(company_key, $3), updated_at = $2 where id = $1`,
    [leadId, at, companyKey(fields.company), ...LEAD_FIELDS.map((field) => fields[field] ?? null)],
  );
}

export async function learnPremium(tx: Queryable, leadId: string, premium: boolean): Promise<void> {
  await tx.query('update leads set premium = $2 where id = $1', [leadId, premium]);
}
