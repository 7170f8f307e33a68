import type { Queryable } from '../../../shared/postgres/database.ts';
import { rowsOf } from '../../../shared/postgres/json-rows.ts';
import { keyOfErased } from '../erasure/erased-hash.ts';
import { addTallies } from './add-tallies.ts';

/** A row of a campaign's source, as it is to be enrolled. */
export interface GivenRow {
  /** From 1. */
  readonly row: number;
  /** The name of the row at its source: a row that is read again is the same one. */
  readonly key?: string;
  readonly given: GivenLead;
  /** The cells of a row of a file, as it came. */
  readonly cells?: readonly string[];
  /** The mistake of the row itself. */
  readonly refused?: { readonly code: string; readonly message: string };
}

export interface GivenLead {
  readonly lead: unknown;
  readonly job?: Readonly<Record<string, string>>;
  /** Country of the list, where the person's own is not given: the country in which their number is dialed. */
  readonly country?: string;
}

/** Keeps rows of the source until they are enrolled; those that are there already stay as they are. */
export async function stageRows(
  tx: Queryable,
  campaignId: string,
  rows: readonly GivenRow[],
  look: number | null = null,
): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ row, key = null, given, refused }) => ({ row, key, given, ...refused }));
  const { rows: kept } = await tx.query<{ code: string | null }>(
    `insert into campaign_rows (campaign_id, row, key, given, status, code, message, look)
     select $1, row, key, given, case when code is null then 'pending' else 'refused' end, code, message, $3::int
       from ${rowsOf('row bigint, key text, given jsonb, code text, message text', '$2')} as r
      where key is null or not exists (
        select from campaign_rows known where known.campaign_id = $1 and known.key = ${keyOfErased('r.key')})
      order by row
     on conflict do nothing returning code`,
    [campaignId, JSON.stringify(given), look],
  );
  const refused = kept.flatMap(({ code }) => code ?? []);
  await addTallies(tx, [
    { campaign_id: campaignId, what: 'rows', amount: kept.length },
    ...refused.map((name) => ({ campaign_id: campaignId, what: 'refused' as const, name })),
  ]);
}

/** The number of the last row that is kept. */
export async function lastRow(tx: Queryable, campaignId: string): Promise<number> {
  const { rows } = await tx.query<{ row: string }>(
    'select row from campaign_rows where campaign_id = $1 order by row desc limit 1',
    [campaignId],
  );
  return Number(rows[0]?.row ?? 0);
}
