import type { Queryable } from '../../../shared/postgres/database.ts';

/** Columns that hold texts sealed with the secret key for longer than a day. */
export const SEALED_COLUMNS = [
  { table: 'account_secrets', column: 'sealed' },
  { table: 'mailboxes', column: 'sealed_secret' },
  { table: 'webhooks', column: 'sealed_secret' },
  { table: 'connect_links', column: 'sealed_pairing_code' },
  { table: 'account_checkpoints', column: 'sealed_challenge' },
] as const;

/** Some text that was sealed; null: there is none. */
export async function findSealed(db: Queryable): Promise<string | null> {
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } = await db.query<{ sealed: string }>(
      `select ${column} as sealed from ${table} where ${column} is not null limit 1`,
    );
    if (rows[0]) return rows[0].sealed;
  }
  return null;
}
