import type { Queryable } from '../../postgres/database.ts';

export interface AccountHold {
  readonly account_id: string;
  /** World time. */
  readonly until: Date;
  /** Wall time, where the hold comes from the wire. */
  readonly wall_until?: Date;
  readonly reason: string;
  /** The status that the hold goes with, when it is not the one known so far. */
  readonly status?: string;
}

/** No call of this account before then; a longer hold that is there already stays. */
export async function holdAccount(tx: Queryable, hold: AccountHold): Promise<void> {
  await tx.query(
    `update accounts set held_until = greatest(held_until, $2), wall_held_until = greatest(wall_held_until, $3),
            held_reason = $4, status = coalesce($5, status)
      where id = $1`,
    [hold.account_id, hold.until, hold.wall_until ?? null, hold.reason, hold.status ?? null],
  );
}

/** A call of the account went through: it is well. */
export async function markAccountWell(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(
    `update accounts set status = 'connected', held_until = null, held_reason = null where id = $1 and status <> 'connected'`,
    [accountId],
  );
}

/** The network takes no more of this class from the account before then. */
export async function holdClass(
  tx: Queryable,
  hold: { readonly account_id: string; readonly limit_class: string; readonly until: Date; readonly reason: string },
): Promise<void> {
  await tx.query(
    `insert into class_holds (account_id, limit_class, until, reason) values ($1, $2, $3, $4)
     on conflict (account_id, limit_class) do update
        set until = greatest(class_holds.until, excluded.until), reason = excluded.reason`,
    [hold.account_id, hold.limit_class, hold.until, hold.reason],
  );
}

export async function findClassHold(
  tx: Queryable,
  accountId: string,
  limitClass: string,
): Promise<{ readonly until: Date; readonly reason: string } | null> {
  const { rows } = await tx.query<{ until: Date; reason: string }>(
    'select until, reason from class_holds where account_id = $1 and limit_class = $2',
    [accountId, limitClass],
  );
  return rows[0] ?? null;
}
