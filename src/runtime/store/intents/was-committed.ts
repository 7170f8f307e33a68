import type { Database } from '../../../shared/postgres/database.ts';

/** Whether the transaction of that token has written its intents. It is asked seldom, and right after: they are among the newest. */
export async function wasCommitted(db: Database, token: string): Promise<boolean> {
  const { rows } = await db.query<{ is: boolean }>(
    `select exists (select from intents where state in ('sent', 'unknown') and batch = $1) as is`,
    [token],
  );
  return rows[0]?.is ?? false;
}
