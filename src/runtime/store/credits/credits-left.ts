import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import type { SlotRow, StepVisit } from '../slots/slot.ts';

/** Stores the owner's API credits as the V2 service says them; null: unlimited, so nothing is reserved against them. */
export async function saveCreditBalance(
  db: Queryable,
  seen: { readonly balance: number | null; readonly at: Date },
): Promise<void> {
  if (seen.balance === null) {
    await db.query('delete from credit_balance');
    return;
  }
  await db.query(
    `insert into credit_balance (balance, read_at) values ($1, $2)
     on conflict (one) do update set balance = excluded.balance, read_at = excluded.read_at
      where credit_balance.read_at <= excluded.read_at`,
    [seen.balance, seen.at],
  );
}

/**
 * Reads how many credits are left: the last known balance, less the cost of calls since it was read, and less the most that calls without a known
 * outcome may cost. Null: the balance is not known.
 */
export const readCreditsLeft = setwise(async (tx: Queryable, asked: readonly null[]): Promise<(number | null)[]> => {
  const { rows } = await tx.query<{ room: number }>(
    `select (b.balance
             - coalesce((select sum(i.credits) from intents i where i.credits > 0 and i.settled_at >= b.read_at), 0)
             - coalesce((select sum(greatest(i.held_credits, i.credits)) from intents i
                          where i.state in ('sent', 'unknown')), 0))::int as room
       from credit_balance b`,
    // Without values it would not be prepared, and planned anew for each step that costs credits.
    [],
  );
  return asked.map(() => rows[0]?.room ?? null);
});

/** One at a time from here on until the transaction ends. Taken last of all locks, and only when little is left. */
export async function lockCredits(tx: Queryable): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('credit_balance'))`);
}

/**
 * Charges a step's credits against its sequence once the outcome is known: what was reserved becomes what the call cost, which may be none.
 * Under the account's lock.
 */
export async function chargeReservedCredits(
  tx: Queryable,
  spent: StepVisit & Pick<SlotRow, 'account_id' | 'at' | 'local_day' | 'local_week'>,
): Promise<void> {
  const step = [spent.enrollment_id, spent.node, spent.visit];
  await tx.query(
    `insert into slots (enrollment_id, node, visit, account_id, limit_class, at, local_day, local_week, state, amount)
     select enrollment_id, node, visit, $4, 'credits', $5, $6, $7, 'used', credits
       from intents where enrollment_id = $1 and node = $2 and visit = $3 and credits > 0
     on conflict (enrollment_id, node, visit, limit_class, spent) do update set amount = excluded.amount
      where slots.amount <> excluded.amount`,
    [...step, spent.account_id, spent.at, spent.local_day, spent.local_week],
  );
  await tx.query(
    `delete from slots using intents i
      where i.enrollment_id = $1 and i.node = $2 and i.visit = $3 and i.credits = 0 and slots.enrollment_id = i.enrollment_id
        and slots.node = i.node and slots.visit = i.visit and slots.limit_class = 'credits'`,
    step,
  );
}
