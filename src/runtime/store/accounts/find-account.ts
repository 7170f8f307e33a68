import type { Queryable } from '../../../shared/postgres/database.ts';
import { hurries, setwise, waitInQueue } from '../../../shared/postgres/shared-transaction.ts';
import type { IntentState } from '../intents/intent.ts';
import { byId, type Listing } from '../listing.ts';
import { LOCK_RANKS } from '../lock-ranks.ts';
import { ACCOUNT_COLUMNS, type AccountRow } from './account.ts';

export async function findAccount(db: Queryable, id: string): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** The name of a sender with one of these mailboxes. Null: none is ours. */
export const findOwnMailbox = setwise(async (tx: Queryable, asked: readonly (readonly string[])[]) => {
  const { rows } = await tx.query<{ email_key: string; name: string }>(
    'select email_key, name from accounts where email_key = any($1) order by id',
    [[...new Set(asked.flat())]],
  );
  return asked.map((addresses) => rows.find(({ email_key }) => addresses.includes(email_key))?.name ?? null);
});

/**
 * Locks the account: nobody else books or claims a slot of it until the transaction ends. Taken after the enrollment's row,
 * never before it. `no key`: rows that refer to the account are written meanwhile without waiting for it.
 */
export async function lockAccount(tx: Queryable, id: string): Promise<AccountRow | null> {
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where id = $1 for no key update`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * The same, and in the same round trip what has become of an intent so far, whose enrollment is locked. Where the transaction hurries, an account that
 * another one has is waited for in its own queue.
 */
export async function lockAccountForCall(tx: Queryable, asked: AskedAccount): Promise<LockedForCall | null> {
  if (!hurries(tx)) return lockWaiting(tx, asked);
  const locked = await lockFree(tx, asked);
  if (locked === null) waitInQueue(tx);
  return locked;
}

const lockWaiting = setwise(lockedForCalls('for no key update'), { rank: LOCK_RANKS.accounts });
const lockFree = setwise(lockedForCalls('for no key update skip locked'), { rank: LOCK_RANKS.accounts });

interface AskedAccount {
  readonly id: string;
  readonly intent: string;
}

interface LockedForCall {
  readonly account: AccountRow;
  readonly intent_state: IntentState | null;
}

function lockedForCalls(lock: string) {
  return async (tx: Queryable, asked: readonly AskedAccount[]): Promise<(LockedForCall | null)[]> => {
    const { rows } = await tx.query<AccountRow & { intents: Record<string, IntentState> } & Record<string, unknown>>(
      `select ${ACCOUNT_COLUMNS}, (select coalesce(jsonb_object_agg(i.key, i.state), '{}') from intents i where i.key = any($2)) as intents
         from accounts where id = any($1) order by id ${lock}`,
      [[...new Set(asked.map(({ id }) => id))], asked.map(({ intent }) => intent)],
    );
    const found = new Map(rows.map(({ intents, ...account }) => [account.id, { account, intents }]));
    return asked.map(({ id, intent }) => {
      const locked = found.get(id);
      return locked ? { account: locked.account, intent_state: locked.intents[intent] ?? null } : null;
    });
  };
}

export async function listAccounts(db: Queryable): Promise<AccountRow[]> {
  const { rows } = await db.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts order by id`,
  );
  return rows;
}

export const accountListing: Listing<AccountRow> = {
  ...{ columns: ACCOUNT_COLUMNS, tables: 'accounts', where: 'true', values: [] },
  orders: { id: byId(), name: [{ sql: 'name', of: ({ name }) => name, kind: 'text' }, ...byId<AccountRow>()] },
  usual: 'id',
};
