import { LEAD_FIELDS, type LeadFields } from '../../../language/plan/lead.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
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
export const learnRelation = setwise(
  async (tx: Queryable, learned: readonly LearnedRelation[]): Promise<null[]> => {
    await tx.query(
      `with learned as (
         select * from jsonb_to_recordset($1) as l (account_id text, lead_id text, connected boolean, degree int, conversation_id text,
           premium_conversation_id text, at timestamptz)
       )
       insert into relations as r (account_id, lead_id, connected, degree, conversation_id, premium_conversation_id, learned_at)
       select account_id, lead_id, coalesce(connected, false), degree, conversation_id, premium_conversation_id, at from learned
       on conflict (account_id, lead_id) do update
          set connected = coalesce((select connected from learned l where l.account_id = excluded.account_id and l.lead_id = excluded.lead_id), r.connected),
              degree = coalesce(excluded.degree, r.degree), conversation_id = coalesce(excluded.conversation_id, r.conversation_id),
              premium_conversation_id = coalesce(excluded.premium_conversation_id, r.premium_conversation_id), learned_at = excluded.learned_at`,
      [jsonRows(learned)],
    );
    return learned.map(() => null);
  },
  { writes: true },
);

/** Fills what the lead lacks: a field that says anything stays as it is. */
export async function fillLead(tx: Queryable, leadId: string, fields: LeadFields, at: Date): Promise<void> {
  const changes = LEAD_FIELDS.map((field, index) => `${field} = coalesce(nullif(btrim(${field}), ''), $${index + 4})`);
  await tx.query(
    `update leads set ${changes.join(', ')}, company_key = coalesce(company_key, $3), updated_at = $2 where id = $1`,
    [leadId, at, companyKey(fields.company), ...LEAD_FIELDS.map((field) => fields[field] ?? null)],
  );
}

export const learnPremium = setwise(
  async (
    tx: Queryable,
    learned: readonly { readonly lead_id: string; readonly premium: boolean }[],
  ): Promise<null[]> => {
    await tx.query(
      `update leads set premium = l.premium from jsonb_to_recordset($1) as l (lead_id text, premium boolean) where id = l.lead_id`,
      [jsonRows(learned)],
    );
    return learned.map(() => null);
  },
  { writes: true },
);
