import type { SimulatedAccount } from '../walk/walk-input.ts';

/** How many InMails an account may still send: what it has, and what its product brings at the first of every month. */
export interface InMails {
  left(now: number): number;
  spend(): void;
}

export function createInMails({ inmails, profile, premium }: SimulatedAccount, start: number): InMails {
  const monthly = profile?.inmails_per_month ?? 0;
  const begun = monthOf(start);
  const given = inmails ?? profile?.inmails_per_month ?? Number.POSITIVE_INFINITY;
  let spent = 0;
  const left = (now: number): number => {
    if (premium === false) return 0;
    return given + monthly * Math.max(0, monthOf(now) - begun) - spent;
  };
  return {
    left,
    spend: () => {
      spent += 1;
    },
  };
}

function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
