import type { Queryable } from '../../../shared/postgres/database.ts';

export interface TimelineRow {
  readonly id: string;
  readonly enrollment_id: string;
  readonly at: Date;
  readonly node: string | null;
  readonly type: string;
  readonly title: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

const COLUMNS = 'id, enrollment_id, at, node, type, title, detail';

/** Of one enrollment, oldest first, after the line `after`. */
export async function listLines(
  db: Queryable,
  query: { readonly enrollment_id: string; readonly after: string | null; readonly limit: number },
): Promise<TimelineRow[]> {
  const { rows } = await db.query<TimelineRow & Record<string, unknown>>(
    `select ${COLUMNS} from timeline where enrollment_id = $1 and ($2::bigint is null or id > $2) order by id limit $3`,
    [query.enrollment_id, query.after, query.limit],
  );
  return rows;
}

/** The newest of all enrollments, newest first. */
export async function listNewestLines(db: Queryable, limit: number): Promise<TimelineRow[]> {
  const { rows } = await db.query<TimelineRow & Record<string, unknown>>(
    `select ${COLUMNS} from timeline order by id desc limit $1`,
    [limit],
  );
  return rows;
}
