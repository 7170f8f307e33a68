import type { Queryable } from '../../../shared/postgres/database.ts';

/** An active user; where there are no users, whatever name people of ours go by: the id of one is none. */
export async function canBeAssigned(db: Queryable, user: string): Promise<boolean> {
  const { rows } = await db.query<{ can: boolean }>(
    `select ($1 !~ '^usr_' and not exists (select from users where status <> 'removed')) or exists (select from users where id = $1 and status = 'active') as can`,
    [user],
  );
  return rows[0]?.can ?? false;
}
