import type { Queryable } from '../../../shared/postgres/database.ts';

/** An enrollment that has begun and not ended, and where it stands. */
export interface RunningSample {
  readonly id: string;
  readonly sequence: string;
  readonly version: number;
  readonly node: string | null;
  readonly waiting_text: string | null;
}

/**
 * Some of those who stand at each step of each version and wait there for the same: the one that began first, whose history the oldest code has
 * written, and others drawn anew each time. With a bound, the steps come before the second one of any step.
 */
export async function sampleRunning(
  db: Queryable,
  { each, most }: { readonly each: number; readonly most: number },
): Promise<RunningSample[]> {
  const { rows } = await db.query<RunningSample & Record<string, unknown>>(
    `select id, sequence, version, node, waiting_text
       from (select e.id, e.sequence, e.version, e.node, e.waiting_text,
                    row_number() over (partition by e.digest, e.node, e.waiting_kind, e.status order by is_oldest desc, drawn) as place
               from (select r.*, random() as drawn,
                            row_number() over (partition by r.digest, r.node, r.waiting_kind, r.status order by r.started_at, r.id) = 1 as is_oldest
                       from enrollments r where r.status not in ('finished', 'queued') and r.started_at is not null) as e) as ranked
      where place <= $1 order by place, id limit $2`,
    [each, most],
  );
  return rows;
}
