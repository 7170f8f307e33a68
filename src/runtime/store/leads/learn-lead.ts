import { LEAD_FIELDS, type LeadFields } from '../../../language/plan/lead.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { companyKey } from './company-key.ts';

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
