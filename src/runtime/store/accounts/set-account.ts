import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { AccountRow } from './account.ts';

/** Saves the settings of an account that a person makes. */
export async function setAccount(
  tx: Queryable,
  { id, ...before }: Pick<AccountRow, 'id' | 'timezone' | 'profile'>,
  { timezone, profile }: Pick<AccountRow, 'timezone' | 'profile'>,
  at: Date,
): Promise<void> {
  await tx.query('update accounts set timezone = $2, profile = $3, updated_at = $4 where id = $1', [
    id,
    timezone,
    profile,
    at,
  ]);
  await recordChange(tx, {
    did: `changed the account ${id}`,
    target: { kind: 'account', id },
    before: { timezone: before.timezone, profile: before.profile },
    after: { timezone, profile },
  });
}
