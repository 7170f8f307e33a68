import type { Queryable } from '../../../shared/postgres/database.ts';

/** InMails of the account that a balance read at `since` may not know of: those in flight or in doubt, and those done since. */
export async function countInMailsSince(tx: Queryable, accountId: string, since: Date): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from intents
      where account_id = $1 and limit_class = 'inmail'
        and (state in ('sent', 'unknown') or (state = 'done' and settled_at >= $2))`,
    [accountId, since],
  );
  return rows[0]?.count ?? 0;
}

/** When InMails of the account are to go out that are booked and not sent yet. */
export async function listInMailSlots(db: Queryable, accountId: string): Promise<Date[]> {
  const { rows } = await db.query<{ at: Date }>(
    `select at from slots where account_id = $1 and limit_class = 'inmail' and state = 'booked'`,
    [accountId],
  );
  return rows.map(({ at }) => at);
}
