import type { Queryable } from '../../postgres/database.ts';
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
 * never before it.
 */
export async function lockAccount(tx: Queryable, id: string): Promise<AccountRow | null> {
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where id = $1 for update`,
    [id],
  );
  return rows[0] ?? null;
}

export async function listAccounts(db: Queryable): Promise<AccountRow[]> {
  const { rows } = await db.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts order by id`,
  );
  return rows;
}
