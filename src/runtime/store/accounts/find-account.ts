import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import type { IntentState } from '../intents/intent.ts';
import { byId, type Listing } from '../listing.ts';
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

/** The same, and in the same round trip what has become of an intent so far, whose enrollment or answer is locked. */
export async function lockAccountForCall(
  tx: Queryable,
  { id, intent }: { readonly id: string; readonly intent: string },
): Promise<{ readonly account: AccountRow; readonly intent_state: IntentState | null } | null> {
  const { rows } = await tx.query<AccountRow & { intent_state: IntentState | null } & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS}, (select i.state from intents i where i.key = $2) as intent_state
       from accounts where id = $1 for no key update`,
    [id, intent],
  );
  const [locked] = rows;
  if (locked === undefined) return null;
  const { intent_state, ...account } = locked;
  return { account, intent_state };
}

export async function listAccounts(db: Queryable): Promise<AccountRow[]> {
  const { rows } = await db.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts order by id`,
    [],
  );
  return rows;
}

export const accountListing: Listing<AccountRow> = {
  ...{ columns: ACCOUNT_COLUMNS, tables: 'accounts', where: 'true', values: [] },
  orders: { id: byId(), name: [{ sql: 'name', of: ({ name }) => name, kind: 'text' }, ...byId<AccountRow>()] },
  usual: 'id',
};
