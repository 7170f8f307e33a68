import type { Queryable } from '../../../shared/postgres/database.ts';

/** Enrollments under way: those that are due first by their rows, which are of an earlier time most likely if any is, and as many others by chance. */
export async function sampleWalks(db: Queryable, count: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `(select id from enrollments where status <> 'finished' and started_at is not null and until is not null order by until limit $1)
     union
     (select id from enrollments where status <> 'finished' and started_at is not null order by random() limit $1)`,
    [Math.ceil(count / 2)],
  );
  return rows.map(({ id }) => id);
}

/** Whether the enrollment has come to its end by its row. */
export async function hasEnded(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query(`select from enrollments where id = $1 and status = 'finished'`, [id]);
  return rows.length > 0;
}
