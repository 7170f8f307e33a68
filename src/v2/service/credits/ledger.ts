import { groupBy } from '../../../shared/kit/group-by.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { ServiceError } from '../answers/service-error.ts';
import { LOCK_RANKS } from '../store/lock-ranks.ts';

/** Credits of a bootstrapped or a fresh sandbox owner. */
export const STARTING_CREDITS = 10_000;

export interface Credits {
  /** Null when unlimited. */
  readonly credits_remaining: number | null;
  readonly credits_used: number;
  readonly unlimited: boolean;
}

/** Credits that `reserveCredits` holds for the rest of the transaction; null where there was nothing to reserve. */
export type Reservation = Locked | null;

interface Locked {
  /** Balance for this call: each of the calls that share a transaction sees what those before it have left. */
  readonly balance: number;
  readonly unlimited: boolean;
  /** Locked by nobody else, so that `kept` is what it is. */
  readonly exact: boolean;
  /** The balance as it goes down with each charge; of all who share it. */
  readonly kept: { balance: number };
}

/**
 * Holds `credits` for the rest of the transaction: two calls that race for the last credit come here one after the other,
 * and the second sees what the first left (see `hold_credits`). Throws INSUFFICIENT_CREDITS.
 */
export async function reserveCredits(tx: Queryable, userId: string, credits: number): Promise<Reservation> {
  if (credits === 0) return null;
  const locked = await lockCredits(tx, { user_id: userId, credits });
  requireBalance(locked, credits);
  return locked;
}

/** The same look without holding anything: what it allows may still be refused when it is reserved. */
export async function requireCredits(db: Queryable, userId: string, credits: number): Promise<void> {
  if (credits === 0) return;
  const { rows } = await db.query<{ balance: number; unlimited: boolean }>(
    'select unlimited, (credit_balance(user_id)).balance from users where user_id = $1',
    [userId],
  );
  if (rows[0]) requireBalance(rows[0], credits);
}

function requireBalance(has: { readonly balance: number; readonly unlimited: boolean }, credits: number): void {
  if (has.unlimited || has.balance >= credits) return;
  throw new ServiceError('INSUFFICIENT_CREDITS', `this call requires ${credits}, ${has.balance} remaining`);
}

/**
 * Computes the change that a charge makes to the balance: at most what was reserved. For unlimited users it is 0, and the figure
 * alone is kept.
 */
export async function chargeFrom(tx: Queryable, userId: string, credits: number, reservation: Reservation) {
  const locked = reservation ?? (await lockCredits(tx, { user_id: userId, credits }));
  const delta = locked.unlimited ? 0 : -credits;
  locked.kept.balance += delta;
  return { delta, balance_after: locked.exact ? locked.kept.balance : null };
}

/** Gives back what a call was charged when it began and did not consume. `charged`: what the balance went down by. */
export async function refundCredits(
  tx: Queryable,
  refund: {
    readonly user_id: string;
    readonly log_id: string;
    readonly credits: number;
    readonly charged: number;
    readonly at: number;
  },
): Promise<void> {
  const { user_id, credits, charged, log_id } = refund;
  const { balance, exact } = await lockCredits(tx, { user_id, credits });
  await tx.query(
    `insert into credit_ledger (user_id, kind, credits, delta, balance_after, log_id, at)
     values ($1, 'refund', $2, $3, $4, $5, $6)`,
    [user_id, credits, charged, exact ? balance + charged : null, log_id, new Date(refund.at)],
  );
}

export async function grantCredits(tx: Queryable, userId: string, credits: number, at: number): Promise<void> {
  const { balance } = await lockAlone(tx, userId);
  await append(tx, { user_id: userId, kind: 'grant', credits, delta: credits, balance_after: balance + credits, at });
}

/** Puts the balance to a figure; the difference becomes an entry, the history stays. */
export async function setCredits(tx: Queryable, userId: string, credits: number, at: number): Promise<void> {
  const { balance } = await lockAlone(tx, userId);
  const delta = credits - balance;
  await append(tx, { user_id: userId, kind: 'set', credits, delta, balance_after: credits, at });
}

export async function setUnlimited(tx: Queryable, userId: string, unlimited: boolean): Promise<void> {
  await tx.query('update users set unlimited = $2 where user_id = $1', [userId, unlimited]);
}

export async function readCredits(tx: Queryable, userId: string): Promise<Credits> {
  const { rows } = await tx.query<{ unlimited: boolean; balance: number | null; used: string | null }>(
    `select u.unlimited, (credit_balance(u.user_id)).balance,
            (select sum(case kind when 'charge' then credits else -credits end) from credit_ledger l
              where l.user_id = u.user_id and kind in ('charge', 'refund')) as used
       from users u where u.user_id = $1`,
    [userId],
  );
  const row = rows[0];
  const unlimited = row?.unlimited ?? false;
  return {
    credits_remaining: unlimited ? null : (row?.balance ?? 0),
    credits_used: Number(row?.used ?? 0),
    unlimited,
  };
}

interface Wanted {
  readonly user_id: string;
  readonly credits: number;
}

const lockCredits = setwise(
  async (tx: Queryable, asked: readonly Wanted[]): Promise<Locked[]> => {
    const users = [...groupBy(asked, ({ user_id }) => user_id)].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const locked = new Map<Wanted, Locked>();
    for (const [user_id, wanted] of users) {
      const { balance, unlimited, exact } = await lockTogether(tx, user_id, wanted);
      const kept = { balance };
      let left = balance;
      for (const one of wanted) {
        locked.set(one, { balance: left, unlimited, exact, kept });
        // Who cannot have what it wants leaves it to the next.
        if (left >= one.credits) left -= one.credits;
      }
    }
    return asked.flatMap((one) => locked.get(one) ?? []);
  },
  { rank: LOCK_RANKS.credits },
);

/** The most that a single call takes which shares the lock with others; see `hold_credits`. */
const MOST_OF_ONE = 2;

/** Several calls in one transaction take more than one may that shares the lock, so they have it alone. */
async function lockTogether(tx: Queryable, userId: string, wanted: readonly Wanted[]): Promise<Omit<Locked, 'kept'>> {
  const total = wanted.reduce((sum, { credits }) => sum + credits, 0);
  const { rows } = await tx.query<Omit<Locked, 'kept'>>('select * from hold_credits($1, $2)', [
    userId,
    wanted.length === 1 ? total : Math.max(total, MOST_OF_ONE + 1),
  ]);
  const locked = rows[0];
  if (!locked) throw new Error(`user ${userId} no longer exists`);
  return locked;
}

const MORE_THAN_ANY_CALL = 2_147_483_647;

/** Unlike `lockCredits` also for unlimited users, whose balance counts again when they are unlimited no more. */
async function lockAlone(tx: Queryable, userId: string): Promise<{ readonly balance: number }> {
  await lockCredits(tx, { user_id: userId, credits: MORE_THAN_ANY_CALL });
  const { rows } = await tx.query<{ balance: number }>('select balance from credit_balance($1)', [userId]);
  return rows[0] ?? { balance: 0 };
}

interface Entry {
  readonly user_id: string;
  readonly kind: 'grant' | 'set';
  readonly credits: number;
  readonly delta: number;
  readonly balance_after: number;
  readonly at: number;
}

async function append(tx: Queryable, entry: Entry): Promise<void> {
  await tx.query(
    `insert into credit_ledger (user_id, kind, credits, delta, balance_after, at) values ($1, $2, $3, $4, $5, $6)`,
    [entry.user_id, entry.kind, entry.credits, entry.delta, entry.balance_after, new Date(entry.at)],
  );
}
