import type { Database, Queryable } from '../../../shared/postgres/database.ts';

/**
 * Calls of these enrollments that were sent so lately that an answer may come yet; wall milliseconds. What people of ours wrote knows no more to
 * whom it went, so that of everybody who was erased is waited for.
 */
export async function countFlights(db: Queryable, enrollments: readonly string[], withinMs: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from intents
      where (enrollment_id = any($1) or (answer_id is not null and erased)) and state = 'sent' and wall_created_at > now() - $2 * interval '1 millisecond'`,
    [enrollments, withinMs],
  );
  return rows[0]?.count ?? 0;
}

/** When the last mail of these enrollments went out whose domain is still written down; null: there is none. */
export async function readLastMail(db: Queryable, enrollments: readonly string[]): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    'select max(at) as at from slots where enrollment_id = any($1) and domain is not null',
    [enrollments],
  );
  return rows[0]?.at ?? null;
}

export async function emptyDomains(db: Queryable, enrollments: readonly string[]): Promise<void> {
  await db.query('update slots set domain = null where enrollment_id = any($1) and domain is not null', [enrollments]);
}

/** Removes dead rows of these tables, where nobody else does so already. */
export async function vacuum(db: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) await db.query(`vacuum (skip_locked) "${table}"`);
}
