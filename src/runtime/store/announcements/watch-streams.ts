import type { Queryable } from '../../../shared/postgres/database.ts';

/** Streams are open: for as many wall milliseconds the waits of enrollments are announced for them. */
export async function watchStreams(db: Queryable, ms: number): Promise<void> {
  await db.query(
    `insert into stream_watch (wall_until) values (now() + $1 * interval '1 millisecond')
     on conflict (one) do update set wall_until = greatest(stream_watch.wall_until, excluded.wall_until)`,
    [ms],
  );
}
