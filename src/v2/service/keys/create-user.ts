import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { grantCredits, STARTING_CREDITS } from '../credits/ledger.ts';

/** An owner of keys, accounts, credits and logs. `now` is virtual time. */
export async function createUser(
  tx: Queryable,
  user: { readonly name?: string; readonly now: number },
): Promise<string> {
  const userId = newId('usr');
  await tx.query('insert into users (user_id, name, created_at) values ($1, $2, $3)', [
    userId,
    user.name ?? '',
    new Date(user.now),
  ]);
  await grantCredits(tx, userId, STARTING_CREDITS, user.now);
  return userId;
}
