import type { Queryable } from '../../../shared/postgres/database.ts';
import { SENDS_FROM, type Within } from '../within.ts';

/** The variables of the sequence that the person is in, or was in last, of those that send from the accounts of `within`. */
export async function readNewestVars(
  db: Queryable,
  lead_id: string,
  within: Within,
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await db.query<{ vars: Record<string, string> }>(
    `select vars from enrollments e where lead_id = $1 and ($2::text[] is null or ${SENDS_FROM('$2')}) order by created_at desc, id desc limit 1`,
    [lead_id, within],
  );
  return rows[0]?.vars ?? {};
}
