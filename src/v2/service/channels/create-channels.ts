import { groupBy } from '../../../shared/kit/group-by.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { Adapter } from './adapter.ts';
import { assignAccounts } from './assign-accounts.ts';
import type { ChannelGroup, ChannelPort } from './port.ts';
import { routeSignIn } from './route-sign-in.ts';

/** Sends each call to the adapter of its account: the first one that knows it. The last serves what no other one does. */
export function createChannels(adapters: readonly Adapter[]): ChannelPort {
  const group = async (db: Queryable, accounts: readonly AccountRow[]): Promise<readonly ChannelGroup[]> => {
    const assigned = await assignAccounts(adapters, db, accounts);
    if (assigned.length < accounts.length) {
      const found = new Set(assigned.map(({ account }) => account));
      throw new Error(`no adapter serves the account ${accounts.find((one) => !found.has(one))?.account_id}`);
    }
    return [...groupBy(assigned, ({ adapter }) => adapter).values()];
  };
  return {
    group,
    async of(db, account) {
      const [found] = (await group(db, [account])).flat();
      if (!found) throw new Error('a group of one account is empty');
      return found.channel;
    },
    without_account: adapters.find((adapter) => adapter.without_account)?.without_account ?? {
      kind: 'local',
      parts: {},
    },
    async resolve(effectId) {
      for (const adapter of adapters) {
        const found = adapter.kind === 'remote' ? await adapter.resolve(effectId) : null;
        if (found) return found;
      }
      return 'unknown';
    },
    sign_in: routeSignIn(adapters),
  };
}
