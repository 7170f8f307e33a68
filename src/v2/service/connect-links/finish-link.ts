import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { LinkRow } from './link-row.ts';

/**
 * The link is used: its account is recorded, and the callback becomes owed in the same transaction. `link` is locked by the
 * caller, so that of two who finish at once the second finds it used.
 */
export async function finishLink(
  tx: Queryable,
  link: LinkRow,
  account: Pick<AccountRow, 'account_id' | 'platform'>,
  { now, browser_digest }: { readonly now: number; readonly browser_digest: string | null },
): Promise<void> {
  await tx.query(
    `update connect_links
        set status = 'used', platform = $2, account_id = $3, used_at = $4, browser_digest = coalesce($5, browser_digest),
            waiting_account_id = null, sealed_pairing_code = null, phone_token = null
      where link_id = $1`,
    [link.link_id, account.platform, account.account_id, new Date(now), browser_digest],
  );
  if (link.notify_url === null) return;
  await tx.query('insert into connect_link_callbacks (link_id, body, due_at) values ($1, $2, $3)', [
    link.link_id,
    JSON.stringify({
      status: link.reconnect === null ? 'CREATION_SUCCESS' : 'RECONNECTED',
      account_id: account.account_id,
      platform: account.platform,
      name: link.name,
      link_id: link.link_id,
    }),
    new Date(now),
  ]);
}

/** spec: Connection link, states: verification is in progress. */
export async function awaitCode(
  tx: Queryable,
  link: LinkRow,
  waiting: {
    readonly account: Pick<AccountRow, 'account_id' | 'platform'>;
    readonly sealed_pairing_code: string | null;
    readonly phone_token: string | null;
    readonly browser_digest: string | null;
  },
): Promise<void> {
  await tx.query(
    `update connect_links
        set status = 'checkpoint', platform = $2, waiting_account_id = $3, sealed_pairing_code = $4, phone_token = $5,
            browser_digest = $6
      where link_id = $1`,
    [
      link.link_id,
      waiting.account.platform,
      waiting.account.account_id,
      waiting.sealed_pairing_code,
      waiting.phone_token,
      waiting.browser_digest,
    ],
  );
}
