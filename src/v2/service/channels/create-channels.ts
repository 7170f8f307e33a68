import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { AccountChannel, Adapter } from './adapter.ts';
import type { ChannelGroup, ChannelPort } from './port.ts';
import { routeSignIn } from './route-sign-in.ts';

/** Sends each call to the adapter of its account: the first one that knows it. The last serves what no other one does. */
export function createChannels(adapters: readonly Adapter[]): ChannelPort {
  const group = async (db: Queryable, accounts: readonly AccountRow[]): Promise<readonly ChannelGroup[]> => {
    const groups: ChannelGroup[] = [];
    let left = accounts;
    for (const adapter of adapters) {
      const asked = left.filter(({ platform }) => adapter.platforms.includes(platform));
      if (asked.length === 0) continue;
      const channels: ReadonlyMap<string, AccountChannel> = await adapter.channelsOf(db, asked);
      const found = left.flatMap((account) => {
        const channel = channels.get(account.account_id);
        return channel ? [{ account, channel }] : [];
      });
      if (found.length > 0) groups.push(found);
      left = left.filter(({ account_id }) => !channels.has(account_id));
    }
    if (left[0]) throw new Error(`no adapter serves the account ${left[0].account_id}`);
    return groups;
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
