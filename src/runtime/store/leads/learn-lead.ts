import { LEAD_FIELDS, type LeadFields } from '../../../language/plan/lead.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { NOTE_COMPANY } from '../suppressions/namesakes.ts';
import { companyKey } from './company-key.ts';

/** The source of a field of a lead, which holds as long as the field has this value. */
export interface Origin {
  readonly value: string;
  readonly from: string;
  /** Virtual time. */
  readonly at: string;
}

/** Reads the sources by the names of the fields. A value that a person or an import gave has none. */
export async function readOrigins(db: Queryable, leadId: string): Promise<Readonly<Record<string, Origin>>> {
  const { rows } = await db.query<{ origins: Record<string, Origin> }>('select origins from leads where id = $1', [
    leadId,
  ]);
  return rows[0]?.origins ?? {};
}

/** Fills what the lead lacks: a field that says anything stays as it is. `origins`: where those that are filled come from. */
export async function fillLead(
  tx: Queryable,
  leadId: string,
  fields: LeadFields,
  at: Date,
  origins: Readonly<Partial<Record<keyof LeadFields, string>>> = {},
): Promise<void> {
  const changes = LEAD_FIELDS.map((field, index) => `${field} = coalesce(nullif(btrim(${field}), ''), $${index + 4})`);
  const known = LEAD_FIELDS.filter((field) => fields[field] !== undefined && origins[field] !== undefined);
  if (known.length > 0) {
    // Only fields that the lead lacks get a source, judged by the row as it was before.
    const filled = known.map(
      (field) =>
        `'${field}', case when nullif(btrim(${field}), '') is null then $${LEAD_FIELDS.length + 4}::jsonb -> '${field}' end`,
    );
    changes.push(`origins = origins || jsonb_strip_nulls(jsonb_build_object(${filled.join(', ')}))`);
  }
  const given = known.map((field): [string, Origin] => [
    field,
    { value: fields[field] ?? '', from: origins[field] ?? '', at: at.toISOString() },
  ]);
  await tx.query(
    `with changed as (
       update leads set ${changes.join(', ')}, company_key = coalesce(company_key, $3), updated_at = $2 where id = $1 returning id, company_key)
     ${NOTE_COMPANY}`,
    [
      leadId,
      at,
      companyKey(fields.company),
      ...LEAD_FIELDS.map((field) => fields[field] ?? null),
      ...(known.length > 0 ? [JSON.stringify(Object.fromEntries(given))] : []),
    ],
  );
}

export const learnPremium = setwise(
  async (
    tx: Queryable,
    learned: readonly { readonly lead_id: string; readonly premium: boolean }[],
  ): Promise<null[]> => {
    await tx.query(
      `update leads set premium = l.premium from ${rowsOf('lead_id text, premium boolean')} as l where id = l.lead_id`,
      [jsonRows(learned)],
    );
    return learned.map(() => null);
  },
  { writes: true },
);
