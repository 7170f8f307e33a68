import type { Queryable } from '../../../../postgres/database.ts';
import type { AccountRow } from '../../../context.ts';

/** InMails of an account whose maker gave no figure. */
const DEFAULT_INMAIL_CREDITS = 50;

export const hasPremiumSeat = (account: AccountRow): boolean => account.products.includes('premium_navigator');

/**
 * Locks what the network keeps of the account until the end of the transaction: two calls that race for the week's last
 * invitation or the last InMail come here one after the other. Returns the InMail credits.
 */
export async function lockSeat(tx: Queryable, account: AccountRow): Promise<{ readonly inmail_credits: number }> {
  await openSeat(tx, account);
  const { rows } = await tx.query<{ inmail_credits: number }>(
    'select inmail_credits from sandbox_seats where account_id = $1 for update',
    [account.account_id],
  );
  return { inmail_credits: rows[0]?.inmail_credits ?? 0 };
}

/** What the network keeps of an account; nothing where it is there already. */
export async function openSeat(tx: Queryable, account: AccountRow, inmailCredits?: number): Promise<void> {
  await tx.query(
    'insert into sandbox_seats (account_id, inmail_credits) values ($1, $2) on conflict (account_id) do nothing',
    [account.account_id, inmailCredits ?? (hasPremiumSeat(account) ? DEFAULT_INMAIL_CREDITS : 0)],
  );
}
