import type { Queryable } from '../../shared/postgres/database.ts';

/** The columns of the engine's database that are sealed with the secret key. */
export const SEALED_COLUMNS = [
  { table: 'subscriptions', column: 'secret' },
  { table: 'webhooks', column: 'sealed_secret' },
  { table: 'webhooks', column: 'former_sealed_secret' },
  { table: 'former_webhook_secrets', column: 'sealed_secret' },
] as const;

/** Some text that was sealed; null: there is none. */
export async function findSealed(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ secret: string }>(
    `select secret from subscriptions where secret <> ''
     union all select sealed_secret from webhooks limit 1`,
  );
  return rows[0]?.secret ?? null;
}
