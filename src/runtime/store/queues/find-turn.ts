import type { Queryable } from '../../../shared/postgres/database.ts';
import type { QueueLimit } from './ensure-queues.ts';

export interface Turn {
  /** Those of its group before it, counted up to `most`. */
  readonly ahead: number;
  readonly places: readonly QueueLimit[];
}

/** Null: it does not wait to begin. */
export async function findTurn(db: Queryable, enrollmentId: string, most: number): Promise<Turn | null> {
  const { rows } = await db.query<Turn & Record<string, unknown>>(
    `select q.places,
            (select count(*)::int from (select from enrollments w
               where w.queue = e.queue and w.id < e.id and w.started_at is null and w.status = 'queued' limit $2) as before) as ahead
       from enrollments e join queues q on q.id = e.queue
      where e.id = $1 and e.started_at is null and e.status = 'queued'`,
    [enrollmentId, most],
  );
  return rows[0] ?? null;
}
