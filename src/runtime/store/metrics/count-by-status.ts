import type { Queryable } from '../../../shared/postgres/database.ts';
import { countEnrollments } from '../enrollments/count-enrollments.ts';

export interface StatusCounts {
  readonly by_status: Readonly<Record<string, number>>;
  readonly replied: number;
}

/** A table up to that size is counted, which takes some ten milliseconds. */
const COUNTED_BYTES = 16 * 1024 * 1024;

/**
 * Counts enrollments by status for the metrics. A large table is not read for it: the numbers are then those by which Postgres plans its queries,
 * which follow the table within some minutes, and know no pause of a campaign or an account. Null: it has none yet.
 */
export async function countByStatus(db: Queryable, counted_bytes = COUNTED_BYTES): Promise<StatusCounts | null> {
  const { rows } = await db.query<{ is_small: boolean; rows: number; replied: number; shares: Record<string, number> }>(
    `select pg_relation_size('enrollments') <= $1 as is_small, c.reltuples::float8 as rows,
            greatest(0, (select i.reltuples from pg_class i where i.oid = 'enrollments_replied'::regclass))::float8 as replied,
            coalesce((select jsonb_object_agg(value, share)
               from pg_stats s, unnest(s.most_common_vals::text::text[], s.most_common_freqs) as common (value, share)
              where s.schemaname = current_schema() and s.tablename = 'enrollments' and s.attname = 'status'), '{}') as shares
       from pg_class c where c.oid = 'enrollments'::regclass`,
    [counted_bytes],
  );
  const [found] = rows;
  if (found === undefined || found.is_small) return countEnrollments(db, {});
  const shares = Object.entries(found.shares);
  if (shares.length === 0) return null;
  const by_status = Object.fromEntries(shares.map(([status, share]) => [status, Math.round(share * found.rows)]));
  return { by_status, replied: Math.round(found.replied) };
}
