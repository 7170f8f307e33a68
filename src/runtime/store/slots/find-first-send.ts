import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';

/** When the account sent for the first time, whatever it was; null: never yet. */
export const findFirstSend = setwise(async (tx: Queryable, accountIds: readonly string[]): Promise<(Date | null)[]> => {
  const { rows } = await tx.query<{ at: Date | null }>(
    `select (select at from slots
                where account_id = asked.id and state = 'used' and limit_class in ('invite', 'message', 'inmail', 'email')
                order by at limit 1) as at
         from unnest($1::text[]) with ordinality as asked (id, place) order by place`,
    [[...accountIds]],
  );
  return rows.map(({ at }) => at);
});
