import { HOUR, MINUTE } from '../../../shared/kit/duration.ts';
import { backoffInSql } from '../../../shared/postgres/backoff-in-sql.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { wakeParked } from './wake-parked.ts';

export interface CreditShortage {
  readonly needed: number;
  readonly reason: string;
  readonly since: Date;
  readonly wall_try_at: Date;
}

const FIRST_TRY = 10 * MINUTE;
const LONGEST_TRY = 6 * HOUR;

/** Notes that the owner's credits do not suffice: no call that costs any is made before they are back. Returns since when. */
export async function noteCreditShortage(
  tx: Queryable,
  shortage: { readonly needed: number; readonly reason: string; readonly at: Date; readonly wall_now: number },
): Promise<Date> {
  const { rows } = await tx.query<{ since: Date }>(
    `insert into credit_hold (held, needed, reason, since, wall_try_at) values (true, $1, $2, $3, $4)
     on conflict (one) do update
        set needed = case when credit_hold.held then greatest(credit_hold.needed, $1) else $1 end, reason = $2,
            since = case when credit_hold.held then credit_hold.since else $3 end,
            repeats = case when credit_hold.held then credit_hold.repeats else credit_hold.repeats + 1 end,
            wall_try_at = case when credit_hold.held then credit_hold.wall_try_at else
              to_timestamp($5::float8 / 1000)
                + ${backoffInSql('credit_hold.repeats + 2', '$6::float8', '$7::float8')} * interval '1 millisecond'
            end, held = true
     returning since`,
    [
      shortage.needed,
      shortage.reason,
      shortage.at,
      new Date(shortage.wall_now + FIRST_TRY),
      shortage.wall_now,
      FIRST_TRY,
      LONGEST_TRY,
    ],
  );
  return rows[0]?.since ?? shortage.at;
}

export async function findCreditShortage(db: Queryable): Promise<CreditShortage | null> {
  const { rows } = await db.query<CreditShortage & Record<string, unknown>>(
    'select needed, reason, since, wall_try_at from credit_hold where held',
    [],
  );
  return rows[0] ?? null;
}

/** The same, and it does not end before this transaction does: a step that it puts off now will be woken. */
export const shareCreditShortage = setwise(
  async (tx: Queryable, asked: readonly null[]): Promise<(CreditShortage | null)[]> => {
    const { rows } = await tx.query<CreditShortage & Record<string, unknown>>(
      'select needed, reason, since, wall_try_at from credit_hold where held for share',
      [],
    );
    return asked.map(() => rows[0] ?? null);
  },
);

/** `known`: the balance was read, and suffices. Else it is only tried, and tried later the next time. */
export async function endCreditShortage(tx: Queryable, known: boolean, at: Date): Promise<void> {
  const { rowCount } = await tx.query(
    'update credit_hold set held = false, repeats = case when $1 then 0 else repeats end where held',
    [known],
  );
  if (rowCount === 1) await wakeParked(tx, {}, at);
}
