import type { Queryable } from '../../../shared/postgres/database.ts';

export interface CauseFollower {
  /** The id up to which everything is committed that ever will be. Each call looks again; null: nothing is known yet. */
  settled(): Promise<bigint | null>;
}

/**
 * Lines and announcements take their ids before their commit, so one may appear behind others with higher ids. A reader that goes on after
 * the last id must not pass it: so the newest id is noted, then the transactions that are writing into these tables at that moment; once all of those have
 * ended, nothing up to the noted id can appear any more. A transaction holds its lock on the table from before it takes an id until after its commit
 * is visible.
 */
export function followCauses(db: Queryable): CauseFollower {
  let settled: bigint | null = null;
  let noted: { readonly id: bigint; readonly open: readonly string[] } | null = null;
  return {
    async settled() {
      if (noted === null) {
        const id = await newestCause(db);
        if (id === settled) return settled;
        noted = { id, open: await listOpen(db, null) };
      } else {
        noted = { id: noted.id, open: await listOpen(db, noted.open) };
      }
      if (noted.open.length > 0) return settled;
      settled = noted.id;
      noted = null;
      return settled;
    },
  };
}

/** The newest id that anybody has taken, committed or not. */
export async function newestCause(db: Queryable): Promise<bigint> {
  const { rows } = await db.query<{ id: string }>(
    'select case when is_called then last_value else last_value - 1 end as id from timeline_id_seq',
  );
  return BigInt(rows[0]?.id ?? 0);
}

/** Lists the transactions that write lines or announcements now; `among`: those of these that still do. */
async function listOpen(db: Queryable, among: readonly string[] | null): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct virtualtransaction as id from pg_locks
      where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())
        and relation in ('timeline'::regclass, 'announcements'::regclass)
        and ($1::text[] is null or virtualtransaction = any($1))`,
    [among],
  );
  return rows.map(({ id }) => id);
}
