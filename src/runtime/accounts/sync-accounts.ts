import type { Clock } from '../../shared/kit/clock.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { answered } from '../../v2/client/answered.ts';
import type { V2Client } from '../../v2/client/create-v2-client.ts';
import type { AccountRecord } from '../../v2/contract/records/account.ts';
import { type SeenAccount, saveAccount } from '../store/accounts/save-account.ts';

export interface SyncDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<V2Client, 'listAccounts'>;
}

/** Mirrors the service's accounts. It costs no credit, and it is how an account that came back is noticed. */
export async function syncAccounts({ db, clock, v2 }: SyncDeps): Promise<SeenAccount[]> {
  const { accounts } = answered('accounts', await v2.listAccounts());
  const seen = accounts.map(seenAccount);
  for (const account of seen) await saveAccount(db, account, new Date(clock.now()));
  return seen;
}

function seenAccount(record: AccountRecord): SeenAccount {
  const limit: unknown = record.daily_limit;
  return {
    id: record.account_id,
    platform: record.platform,
    name: record.name,
    email: record.email,
    country: record.country,
    products: record.products,
    daily_limit: typeof limit === 'number' && Number.isInteger(limit) ? limit : null,
    status: record.status,
  };
}
