import type { Queryable } from '../../../shared/postgres/database.ts';

/** False: there is no such session (of this user), or it had ended. */
export async function endSession(
  db: Queryable,
  by: { readonly id: string; readonly user_id?: string | undefined } | { readonly hash: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update sessions set wall_ended_at = now()
      where ${'hash' in by ? 'hash' : 'id'} = $1 and wall_ended_at is null and wall_expires_at > now()
        and ($2::text is null or user_id = $2)`,
    ['hash' in by ? by.hash : by.id, 'hash' in by ? null : (by.user_id ?? null)],
  );
  return rowCount === 1;
}
