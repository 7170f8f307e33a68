import type { Queryable } from '../../../shared/postgres/database.ts';
import type { TaskRow } from './task.ts';

export async function readTask(db: Queryable, id: string): Promise<TaskRow | null> {
  const { rows } = await db.query<TaskRow & Record<string, unknown>>('select * from tasks where id = $1', [id]);
  return rows[0] ?? null;
}

/** Newest first, before the id `before`. */
export async function listTasks(
  db: Queryable,
  query: {
    readonly status: string | null;
    readonly enrollment_id: string | null;
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<TaskRow[]> {
  const { rows } = await db.query<TaskRow & Record<string, unknown>>(
    `select * from tasks
      where ($1::text is null or status = $1) and ($2::text is null or enrollment_id = $2)
        and ($3::text is null or id < $3)
      order by id desc limit $4`,
    [query.status, query.enrollment_id, query.before, query.limit],
  );
  return rows;
}
