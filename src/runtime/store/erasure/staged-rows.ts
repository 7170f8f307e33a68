import type { Queryable } from '../../../shared/postgres/database.ts';

export interface StagedRow {
  readonly campaign_id: string;
  readonly row: number;
  readonly given: unknown;
}

/** Rows of imports that wait to be looked at and fit this regular expression. */
export async function listStagedRows(db: Queryable, like: string): Promise<StagedRow[]> {
  const { rows } = await db.query<{ campaign_id: string; row: string; given: unknown }>(
    `select campaign_id, row, given from campaign_rows where status = 'pending' and given::text ~* $1 order by campaign_id, row`,
    [like],
  );
  return rows.map(({ row, ...one }) => ({ ...one, row: Number(row) }));
}
