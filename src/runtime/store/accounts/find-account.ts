import type { Queryable } from '../../../shared/postgres/database.ts';
import type { IntentState } from '../intents/intent.ts';
import { ACCOUNT_COLUMNS, type AccountRow } from './account.ts';

export async function findAccount(db: Queryable, id: string): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * The account, and nobody else books or claims a place of it until the transaction ends. Taken after the enrollment's row,
 * never before it. `no key`: rows that refer to the account are written meanwhile without waiting for it.
 */
export async function lockAccount(tx: Queryable, id: string): Promise<AccountRow | null> {
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where id = $1 for no key update`,
    [id],
  );
  return rows[0] ?? null;
}

/** The same, and in the same round trip what has become of an intent so far, whose enrollment is locked. */
export async function lockAccountForCall(
  tx: Queryable,
  id: string,
  intentKey: string,
): Promise<{ readonly account: AccountRow; readonly intent_state: IntentState | null } | null> {
  const { rows } = await tx.query<AccountRow & { intent_state: IntentState | null } & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS}, (select i.state from intents i where i.key = $2) as intent_state
       from accounts where id = $1 for no key update`,
    [id, intentKey],
  );
  const [row] = rows;
  if (!row) return null;
  const { intent_state, ...account } = row;
  return { account, intent_state };
}

export async function listAccounts(db: Queryable): Promise<AccountRow[]> {
  const { rows } = await db.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts order by id`,
  );
  return rows;
}
