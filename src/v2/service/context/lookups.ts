import { batch } from '../../../shared/kit/batch.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { ACCOUNT_COLUMNS } from '../accounts/find-account.ts';
import type { Owner } from './owner.ts';

/** Look-ups that every request makes; those of one moment share one query. Undefined: there is no such row. */
export interface Lookups {
  /** Finds the owner of a key by its digest. The expiry is wall time: a fast sandbox clock must not end a key. */
  owner(digest: string): Promise<Owner | undefined>;
  account(asked: { readonly user_id: string; readonly account_id: string }): Promise<AccountRow | undefined>;
}

export function createLookups(db: Database): Lookups {
  return {
    owner: batch(async (digests) => {
      const { rows } = await db.query<Owner & { digest: string }>(
        `select k.digest, k.user_id, k.key_id, u.unlimited from api_keys k join users u using (user_id)
          where k.digest = any ($1) and k.wall_revoked_at is null and (k.wall_expires_at is null or k.wall_expires_at > $2)`,
        [[...new Set(digests)], new Date()],
      );
      const owners = new Map(rows.map(({ digest, ...owner }) => [digest, owner]));
      return digests.map((digest) => owners.get(digest));
    }),
    account: batch(async (asked) => {
      const { rows } = await db.query<AccountRow & Record<string, unknown>>(
        `select ${ACCOUNT_COLUMNS} from accounts where account_id = any ($1)`,
        [[...new Set(asked.map(({ account_id }) => account_id))]],
      );
      const accounts = new Map(rows.map((row) => [row.account_id, row]));
      return asked.map(({ user_id, account_id }) => {
        const account = accounts.get(account_id);
        return account?.user_id === user_id ? account : undefined;
      });
    }),
  };
}
