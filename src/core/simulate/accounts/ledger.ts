import type { Run } from '../walk/walk-input.ts';

/** The API credits of the account that pays. */
export interface Ledger {
  canPay(credits: number, now: number): boolean;
  charge(account: string, credits: number, now: number): void;
  readonly charges: Run['charges'];
  ended_at(): number | null;
}

export function createLedger(balance: number | null): Ledger {
  const charges: { at: number; credits: number; account: string }[] = [];
  let left = balance ?? Number.POSITIVE_INFINITY;
  let endedAt: number | null = null;
  return {
    canPay(credits, now) {
      if (credits <= left) return true;
      endedAt ??= now;
      return false;
    },
    charge(account, credits, now) {
      if (credits === 0) return;
      left -= credits;
      charges.push({ at: now, credits, account });
    },
    charges,
    ended_at: () => endedAt,
  };
}
