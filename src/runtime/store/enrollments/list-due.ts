import type { Queryable } from '../../../shared/postgres/database.ts';

export interface DueEnrollments {
  /** Those whose time has come, the longest due first. */
  readonly ids: readonly string[];
  /** Virtual time at which the next one is due; null: of nobody else it is known. */
  readonly next: Date | null;
}

/** Lists the enrollments under way that are due at `at` in virtual time; null: all of them, whenever they are due. */
export async function listDue(db: Queryable, at: Date | null): Promise<DueEnrollments> {
  const { rows } = await db.query<{ id: string; until: Date | null; due: boolean }>(
    `(select id, until, true as due from enrollments
       where status <> 'finished' and started_at is not null and ($1::timestamptz is null or until <= $1)
       order by until nulls last)
     union all
     (select id, until, false from enrollments
       where status <> 'finished' and started_at is not null and until > $1 order by until limit 1)`,
    [at],
  );
  return { ids: rows.filter(({ due }) => due).map(({ id }) => id), next: rows.find(({ due }) => !due)?.until ?? null };
}
