import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { AccountChannel, Adapter } from './adapter.ts';

interface Assigned {
  readonly adapter: Adapter;
  readonly account: AccountRow;
  readonly channel: AccountChannel;
}

/** Each account with the first of the adapters that knows it, in the order of the adapters; what none knows is left out. */
export async function assignAccounts(
  adapters: readonly Adapter[],
  db: Queryable,
  accounts: readonly AccountRow[],
): Promise<readonly Assigned[]> {
  const assigned: Assigned[] = [];
  let left = accounts;
  for (const adapter of adapters) {
    const asked = left.filter(({ platform }) => adapter.platforms.includes(platform));
    if (asked.length === 0) continue;
    const channels: ReadonlyMap<string, AccountChannel> = await adapter.channelsOf(db, asked);
    for (const account of left) {
      const channel = channels.get(account.account_id);
      if (channel) assigned.push({ adapter, account, channel });
    }
    left = left.filter(({ account_id }) => !channels.has(account_id));
  }
  return assigned;
}
