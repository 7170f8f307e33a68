import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { announce } from '../announcements/announce.ts';
import type { AccountRow } from './account.ts';
import { reconnectAccount } from './back-off-account.ts';
import { wakeBooked } from './wake-booked.ts';

export type SeenAccount = Pick<
  AccountRow,
  'id' | 'platform' | 'name' | 'email' | 'country' | 'products' | 'daily_limit' | 'status'
>;

/**
 * Stores what the V2 service says of an account. The zone that a person set stays. An account that is connected again loses
 * its backoff, and the steps that wait for it are asked again; one that is no longer connected has its booked slots given back.
 */
export async function saveAccount(db: Database, account: SeenAccount, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ status: string }>('select status from accounts where id = $1 for no key update', [
      account.id,
    ]);
    await tx.query(
      `insert into accounts (id, platform, name, email, country, products, daily_limit, status, updated_at, email_key)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (id) do update set platform = excluded.platform, name = excluded.name, email = excluded.email,
         country = excluded.country, products = excluded.products, daily_limit = excluded.daily_limit,
         status = excluded.status, updated_at = excluded.updated_at, email_key = excluded.email_key`,
      [
        account.id,
        account.platform,
        account.name,
        account.email,
        account.country,
        account.products,
        account.daily_limit,
        account.status,
        at,
        account.email === null ? null : mailboxKey(account.email),
      ],
    );
    const before = rows[0]?.status;
    if (before === undefined || before === account.status) return;
    if (account.status === 'connected') return reconnectAccount(tx, account.id, at);
    if (before !== 'connected') return;
    await tx.query('update accounts set held_reason = null, held_since = $2 where id = $1', [account.id, at]);
    await wakeBooked(tx, account.id, at);
    const detail = { reason: `the V2 service calls it ${account.status.replaceAll('_', ' ')}` };
    await announce(tx, { type: 'account.disconnected', at, account_id: account.id, detail });
  });
}
