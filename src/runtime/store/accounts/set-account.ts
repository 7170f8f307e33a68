import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from './account.ts';

/** What a person says of an account. */
export async function setAccount(
  db: Queryable,
  id: string,
  { timezone, profile }: Pick<AccountRow, 'timezone' | 'profile'>,
  at: Date,
): Promise<void> {
  await db.query('update accounts set timezone = $2, profile = $3, updated_at = $4 where id = $1', [
    id,
    timezone,
    profile,
    at,
  ]);
}
