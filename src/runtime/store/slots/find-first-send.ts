import type { Queryable } from '../../../shared/postgres/database.ts';

/** When the account sent for the first time, whatever it was; null: never yet. */
export async function findFirstSend(tx: Queryable, accountId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ at: Date }>(
    `select at from slots
      where account_id = $1 and state = 'used' and limit_class in ('invite', 'message', 'inmail', 'email')
      order by at limit 1`,
    [accountId],
  );
  return rows[0]?.at ?? null;
}
