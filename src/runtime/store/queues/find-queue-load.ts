import type { Queryable } from '../../../shared/postgres/database.ts';

export interface QueueLoad {
  readonly id: string;
  readonly key: string;
  /** Somebody waits in it already, so newcomers queue behind them. */
  readonly waiting: boolean;
  /** How many have begun and may not be past their first limited step, counted up to `most`. */
  readonly in_hand: number;
}

/** Finds the groups with these keys; those that are not there yet are left out. */
export async function findQueueLoad(tx: Queryable, keys: readonly string[], most: number): Promise<QueueLoad[]> {
  const { rows } = await tx.query<QueueLoad & Record<string, unknown>>(
    `select q.id::text as id, q.key,
            coalesce((select true from enrollments w where w.queue = q.id and w.started_at is null and w.status = 'queued' limit 1), false) as waiting,
            (select count(*)::int from (select from enrollments h
               where h.queue = q.id and h.started_at is not null and h.status <> 'finished' limit $2) as held) as in_hand
       from queues q where q.key = any($1)`,
    [[...keys], most],
  );
  return rows;
}
