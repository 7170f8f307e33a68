import type { Queryable } from '../../../shared/postgres/database.ts';
import { rowsOf } from '../../../shared/postgres/json-rows.ts';
import type { GivenLead } from './stage-rows.ts';

/** A row of a list that says itself not to contact its person. */
export interface OptOutRow {
  readonly row: number;
  /** Null: the person was erased meanwhile. */
  readonly given: GivenLead | null;
  /** The list's words, in a sentence. */
  readonly message: string;
}

/** The refusal of such a row. */
export const OPTED_OUT = 'opted_out';

/** Lets the rows of a list that say so be put on the do-not-contact list, once it is kept whole. */
export async function awaitOptOuts(tx: Queryable, campaignId: string): Promise<void> {
  await tx.query('update campaigns set opt_outs_after = 0 where id = $1', [campaignId]);
}

/** The next ones behind a row, locked until the transaction ends. The campaign is locked. */
export async function lockOptOuts(
  tx: Queryable,
  campaignId: string,
  after: number,
  limit: number,
): Promise<OptOutRow[]> {
  const { rows } = await tx.query<Omit<OptOutRow, 'row'> & { row: string }>(
    `select row, given, message from campaign_rows
      where campaign_id = $1 and status = 'refused' and row > $2 and code = '${OPTED_OUT}' order by row limit $3 for update`,
    [campaignId, after, limit],
  );
  return rows.map(({ row, ...more }) => ({ ...more, row: Number(row) }));
}

export interface OptOutResult {
  readonly row: number;
  readonly message: string;
  readonly became: 'added' | 'present' | 'nameless';
  /** The person was erased: nothing that the row says of them is kept. */
  readonly erased: boolean;
}

/** Records what became of rows that are locked, and where it goes on; `after` is null once none is left. */
export async function recordOptOuts(
  tx: Queryable,
  campaignId: string,
  { results, after }: { readonly results: readonly OptOutResult[]; readonly after: number | null },
): Promise<void> {
  await tx.query(
    `update campaign_rows c set message = r.message, given = case when r.erased then null else c.given end
       from ${rowsOf('row bigint, message text, erased boolean', '$2')} as r
       cross join lateral (select ctid from campaign_rows where campaign_id = $1 and row = r.row limit 1) as place
      where c.ctid = place.ctid`,
    [campaignId, JSON.stringify(results)],
  );
  const of = (became: OptOutResult['became']) => results.filter((one) => one.became === became).length;
  await tx.query(
    `update campaigns set opt_outs_after = $2, opt_outs_added = opt_outs_added + $3, opt_outs_present = opt_outs_present + $4,
            opt_outs_nameless = opt_outs_nameless + $5 where id = $1`,
    [campaignId, after, of('added'), of('present'), of('nameless')],
  );
}
