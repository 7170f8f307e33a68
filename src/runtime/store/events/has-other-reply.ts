import type { Queryable } from '../../../shared/postgres/database.ts';

/** Whether the person has given this enrollment a reply besides those: each one taken in has its line in the timeline. */
export async function hasOtherReply(tx: Queryable, enrollmentId: string, known: readonly string[]): Promise<boolean> {
  const { rows } = await tx.query<{ other: boolean }>(
    `select exists (select from timeline where enrollment_id = $1 and type = 'replied' and once <> all($2)) as other`,
    [enrollmentId, known.map((id) => `event/${id}`)],
  );
  return rows[0]?.other ?? false;
}
