import type { Queryable } from '../../shared/postgres/database.ts';

/** What the engine's database holds sealed with the secret key. */
export const SEALED_COLUMNS = [{ table: 'subscriptions', column: 'secret' }] as const;

/** Some text that was sealed; null: there is none. */
export async function findSealed(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ secret: string }>("select secret from subscriptions where secret <> '' limit 1");
  return rows[0]?.secret ?? null;
}
