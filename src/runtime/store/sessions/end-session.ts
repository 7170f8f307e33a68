import type { Queryable } from '../../../shared/postgres/database.ts';

/** False: there is no such session, or it had ended. */
export async function endSession(
  db: Queryable,
  by: { readonly id: string } | { readonly hash: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update sessions set wall_ended_at = now()
      where ${'hash' in by ? 'hash' : 'id'} = $1 and wall_ended_at is null and wall_expires_at > now()`,
    ['hash' in by ? by.hash : by.id],
  );
  return rowCount === 1;
}
