import type { Queryable } from '../../../shared/postgres/database.ts';

/** A timeline line with whose it is. */
export interface ActivityRow {
  readonly id: string;
  readonly enrollment_id: string;
  readonly campaign_id: string | null;
  readonly sequence: string;
  readonly lead_id: string | null;
  readonly name: string | null;
  readonly at: Date;
  readonly node: string | null;
  readonly type: string;
  readonly title: string;
}

const LINES = `select t.id, t.enrollment_id, e.campaign_id, e.sequence, e.lead_id,
    nullif(concat_ws(' ', l.first_name, l.last_name), '') as name, t.at, t.node, t.type, t.title
  from timeline t join enrollments e on e.id = t.enrollment_id left join leads l on l.id = e.lead_id`;

/** Newest first, those before the line `before`. */
export async function listNewestActivity(
  db: Queryable,
  page: { readonly before: string | null; readonly limit: number },
): Promise<ActivityRow[]> {
  const { rows } = await db.query<ActivityRow & Record<string, unknown>>(
    `${LINES} where ($1::bigint is null or t.id < $1) order by t.id desc limit $2`,
    [page.before, page.limit],
  );
  return rows;
}

/** Oldest first, after the line `after`. */
export async function listActivityAfter(db: Queryable, after: string, limit: number): Promise<ActivityRow[]> {
  const { rows } = await db.query<ActivityRow & Record<string, unknown>>(
    `${LINES} where t.id > $1 order by t.id limit $2`,
    [after, limit],
  );
  return rows;
}
