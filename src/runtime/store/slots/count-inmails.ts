import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';

/** InMails of the account that a balance read at `since` may not know of: those in flight or in doubt, and those done since. */
export const countInMailsSince = setwise(
  async (tx: Queryable, asked: readonly { readonly account_id: string; readonly since: Date }[]): Promise<number[]> => {
    const { rows } = await tx.query<{ count: number }>(
      `select (select count(*)::int from intents i
                where i.account_id = asked.account_id and i.limit_class = 'inmail'
                  and (i.state in ('sent', 'unknown') or (i.state = 'done' and i.settled_at >= asked.since))) as count
         from ${rowsOf('place int, account_id text, since timestamptz')} as asked order by asked.place`,
      [jsonRows(asked.map((one, place) => ({ place, ...one })))],
    );
    return rows.map(({ count }) => count);
  },
);

/** When InMails of the account are to go out that are booked and not sent yet. */
export async function listInMailSlots(db: Queryable, accountId: string): Promise<Date[]> {
  const { rows } = await db.query<{ at: Date }>(
    `select at from slots where account_id = $1 and limit_class = 'inmail' and state = 'booked'`,
    [accountId],
  );
  return rows.map(({ at }) => at);
}
