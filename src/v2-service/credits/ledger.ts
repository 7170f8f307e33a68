import type { Queryable } from '../../postgres/database.ts';
import { ServiceError } from '../http/service-error.ts';

/** What a bootstrapped or a fresh sandbox owner starts with. */
export const STARTING_CREDITS = 10_000;

export interface Credits {
  /** Null when unlimited. */
  readonly credits_remaining: number | null;
  readonly credits_used: number;
  readonly unlimited: boolean;
}

/**
 * Holds `credits` for the rest of the transaction, by locking the user's row: two calls that race for the last credit
 * come here one after the other, and the second sees what the first left. Throws INSUFFICIENT_CREDITS.
 */
export async function reserveCredits(tx: Queryable, userId: string, credits: number): Promise<void> {
  if (credits === 0) return;
  requireBalance(await lockBalance(tx, userId), credits);
}

/** The same look without holding anything: what it allows may still be refused when it is reserved. */
export async function requireCredits(db: Queryable, userId: string, credits: number): Promise<void> {
  if (credits > 0) requireBalance(await readBalance(db, userId), credits);
}

function requireBalance({ balance, unlimited }: Balance, credits: number): void {
  if (unlimited || balance >= credits) return;
  throw new ServiceError('INSUFFICIENT_CREDITS', `this call requires ${credits}, ${balance} remaining`);
}

/** Writes the exact charge of a call, at most what was reserved. Unlimited users: the figure alone. */
export async function chargeCredits(
  tx: Queryable,
  charge: { readonly user_id: string; readonly credits: number; readonly log_id: string; readonly at: number },
): Promise<void> {
  if (charge.credits === 0) return;
  const { balance, unlimited } = await lockBalance(tx, charge.user_id);
  const delta = unlimited ? 0 : -charge.credits;
  await append(tx, { ...charge, kind: 'charge', delta, balance_after: balance + delta });
}

export async function grantCredits(tx: Queryable, userId: string, credits: number, at: number): Promise<void> {
  const { balance } = await lockBalance(tx, userId);
  await append(tx, { user_id: userId, kind: 'grant', credits, delta: credits, balance_after: balance + credits, at });
}

/** Puts the balance to a figure; the difference becomes an entry, the history stays. */
export async function setCredits(tx: Queryable, userId: string, credits: number, at: number): Promise<void> {
  const { balance } = await lockBalance(tx, userId);
  const entry = {
    user_id: userId,
    kind: 'set' as const,
    credits,
    delta: credits - balance,
    balance_after: credits,
    at,
  };
  await append(tx, entry);
}

export async function setUnlimited(tx: Queryable, userId: string, unlimited: boolean): Promise<void> {
  await tx.query('update users set unlimited = $2 where user_id = $1', [userId, unlimited]);
}

export async function readCredits(tx: Queryable, userId: string): Promise<Credits> {
  const { rows } = await tx.query<{ unlimited: boolean; balance: number | null; used: string | null }>(
    `select u.unlimited, (${NEWEST_BALANCE}) as balance,
            (select sum(credits) from credit_ledger l where l.user_id = u.user_id and kind = 'charge') as used
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

const NEWEST_BALANCE =
  'select balance_after from credit_ledger l where l.user_id = u.user_id order by entry_id desc limit 1';

interface Balance {
  readonly balance: number;
  readonly unlimited: boolean;
}

async function lockBalance(tx: Queryable, userId: string): Promise<Balance> {
  // Two statements: one that waited for the lock would still read the ledger as of before the wait.
  await tx.query('select 1 from users where user_id = $1 for no key update', [userId]);
  return readBalance(tx, userId);
}

async function readBalance(db: Queryable, userId: string): Promise<Balance> {
  const { rows } = await db.query<{ unlimited: boolean; balance: number | null }>(
    `select u.unlimited, (${NEWEST_BALANCE}) as balance from users u where u.user_id = $1`,
    [userId],
  );
  const row = rows[0];
  if (!row) throw new Error(`user ${userId} is gone`);
  return { balance: row.balance ?? 0, unlimited: row.unlimited };
}

interface Entry {
  readonly user_id: string;
  readonly kind: 'grant' | 'charge' | 'set';
  readonly credits: number;
  readonly delta: number;
  readonly balance_after: number;
  readonly log_id?: string;
  readonly at: number;
}

async function append(tx: Queryable, entry: Entry): Promise<void> {
  await tx.query(
    `insert into credit_ledger (user_id, kind, credits, delta, balance_after, log_id, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      entry.user_id,
      entry.kind,
      entry.credits,
      entry.delta,
      entry.balance_after,
      entry.log_id ?? null,
      new Date(entry.at),
    ],
  );
}
