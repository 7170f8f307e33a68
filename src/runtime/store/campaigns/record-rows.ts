import type { Queryable } from '../../../shared/postgres/database.ts';
import { rowsOf } from '../../../shared/postgres/json-rows.ts';
import { askAhead } from '../../../shared/postgres/transaction.ts';
import { keyOfErased } from '../erasure/erased-hash.ts';
import { addTallies } from './add-tallies.ts';
import type { GivenLead } from './stage-rows.ts';

export interface PendingRow {
  readonly row: number;
  readonly given: GivenLead;
  /** Another one once anybody has changed the row. */
  readonly revision: string;
}

/** The next rows behind `after` that nobody has looked at; nothing is locked. */
export async function listPendingRows(
  db: Queryable,
  campaignId: string,
  after: number,
  limit: number,
): Promise<PendingRow[]> {
  const { rows } = await db.query<{ row: string; given: GivenLead; revision: string }>(
    `select row, given, xmin::text as revision from campaign_rows
      where campaign_id = $1 and status = 'pending' and row > $2 order by row limit $3`,
    [campaignId, after, limit],
  );
  return rows.map(({ row, ...more }) => ({ ...more, row: Number(row) }));
}

/**
 * Those among them that are as they were read, locked until the transaction ends. Each is looked up by its number: joined, Postgres might read all rows of the campaign that are pending
 * for each of its transactions.
 */
export async function lockPendingRows(
  tx: Queryable,
  campaignId: string,
  pending: readonly PendingRow[],
): Promise<ReadonlySet<number>> {
  const { rows } = await tx.query<{ row: string }>(
    `select ours.row from unnest($2::bigint[], $3::text[]) as read (row, revision)
      cross join lateral (
        select row from campaign_rows
         where campaign_id = $1 and row = read.row and xmin::text = read.revision and status = 'pending' for update) ours`,
    [campaignId, pending.map(({ row }) => row), pending.map(({ revision }) => revision)],
  );
  return new Set(rows.map(({ row }) => Number(row)));
}

/** Whether nobody has recorded the row yet; locked until the transaction ends. */
export async function isPending(tx: Queryable, campaignId: string, row: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from campaign_rows where campaign_id = $1 and row = $2 and status = 'pending' for update`,
    [campaignId, row],
  );
  return rowCount === 1;
}

export interface RowResult {
  readonly row: number;
  readonly status: 'created' | 'duplicate' | 'refused';
  readonly code?: string;
  readonly message?: string;
  readonly enrollment_id?: string;
  /** The person was erased: nothing that the row says of them is kept. */
  readonly erased?: boolean;
}

/** SQL: the place of each row `r`, which is looked up by its number for the same reason, and is still there, since the row is locked. */
const PLACE =
  'cross join lateral (select ctid from campaign_rows where campaign_id = $1 and row = r.row limit 1) as place';

/**
 * Records what became of the rows, which are locked, in the transaction in which it did. Someone who is enrolled is a lead now, so the row keeps no copy; nor
 * does one that a later look has found of somebody whom we may not contact: whoever was erased is still in the source.
 */
export async function recordRows(tx: Queryable, campaignId: string, rows: readonly RowResult[]): Promise<void> {
  const created: { readonly rows: number[]; readonly ids: (string | undefined)[] } = { rows: [], ids: [] };
  const others: RowResult[] = [];
  for (const one of rows) {
    if (one.status === 'created' && one.code === undefined) {
      created.rows.push(one.row);
      created.ids.push(one.enrollment_id);
    } else others.push(one);
  }
  await askAhead(tx, [
    async () => {
      if (created.rows.length === 0) return;
      await tx.query(
        `update campaign_rows c set status = 'created', code = null, message = null, enrollment_id = r.enrollment_id, given = null
           from unnest($2::bigint[], $3::text[]) as r (row, enrollment_id) ${PLACE} where c.ctid = place.ctid`,
        [campaignId, created.rows, created.ids],
      );
    },
    () => recordOthers(tx, campaignId, others),
  ]);
}

async function recordOthers(tx: Queryable, campaignId: string, rows: readonly RowResult[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `update campaign_rows c
        set status = r.status, code = r.code, message = r.message, enrollment_id = r.enrollment_id,
            given = case when r.status = 'created' or r.erased or r.code = 'suppressed' and c.look > 1 then null else c.given end,
            key = case when r.erased then ${keyOfErased('c.key')} else c.key end
       from ${rowsOf('row bigint, status text, code text, message text, enrollment_id text, erased boolean', '$2')} as r ${PLACE}
      where c.ctid = place.ctid`,
    [campaignId, JSON.stringify(rows)],
  );
  await addTallies(
    tx,
    rows.flatMap(({ status, code = '' }) => {
      if (status === 'created') return [];
      return [{ campaign_id: campaignId, what: status, name: status === 'refused' ? code : '' }];
    }),
  );
}

/** Rows that were refused for something that passes are looked at again; how many. */
export async function reopenRows(tx: Queryable, campaignId: string, codes: readonly string[]): Promise<number> {
  const { rows } = await tx.query<{ code: string }>(
    `update campaign_rows set status = 'pending', code = null, message = null, enrollment_id = null
       from (select row as place, code as was from campaign_rows
              where campaign_id = $1 and status = 'refused' and code = any($2) and given is not null for update) as old
      where campaign_id = $1 and row = old.place returning old.was as code`,
    [campaignId, [...codes]],
  );
  await addTallies(
    tx,
    rows.map(({ code }) => ({ campaign_id: campaignId, what: 'refused', name: code, amount: -1 })),
  );
  return rows.length;
}

/** How many rows `reopenRows` would open. */
export async function countRows(tx: Queryable, campaignId: string, codes: readonly string[]): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from campaign_rows
      where campaign_id = $1 and status = 'refused' and code = any($2) and given is not null`,
    [campaignId, [...codes]],
  );
  return rows[0]?.count ?? 0;
}
