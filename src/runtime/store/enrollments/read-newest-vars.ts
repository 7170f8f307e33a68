import type { Queryable } from '../../../shared/postgres/database.ts';

/** The variables of the sequence that the person is in, or was in last. */
export async function readNewestVars(db: Queryable, lead_id: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await db.query<{ vars: Record<string, string> }>(
    'select vars from enrollments where lead_id = $1 order by created_at desc, id desc limit 1',
    [lead_id],
  );
  return rows[0]?.vars ?? {};
}
