import { type NetworkProfile, profileOf } from '../../../core/calendar/network-profile.ts';
import type { KnownAccount } from '../../../language/sequence/compile/compile-options.ts';
import type { AccountRow } from '../../store/accounts/account.ts';

/**
 * The accounts with the tiers that are certain: a person chose the profile, or the record shows the seat. A record without a
 * seat may be of a paid account all the same, so a sequence is not refused for it.
 */
export function knownAccounts(
  accounts: readonly Pick<AccountRow, 'id' | 'platform' | 'products' | 'email' | 'profile'>[],
  profiles: readonly NetworkProfile[],
): ReadonlyMap<string, KnownAccount> {
  return new Map(
    accounts.map((account) => {
      const profile = profileOf(account, profiles);
      const isCertain =
        profile !== null &&
        (account.platform !== 'professional' || profile.name === account.profile || profile.for?.product !== undefined);
      return [account.id, { channel: account.platform, tier: isCertain ? profile.name : null }];
    }),
  );
}
