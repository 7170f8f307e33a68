import type { Call, Outcome } from '../../call.ts';
import { done, refused } from '../../refusals.ts';
import { hasPremiumSeat, readSeat } from './seat.ts';

export async function inmailBalance(call: Call): Promise<Outcome<{ product: string; inmail_credits: number }>> {
  if (!hasPremiumSeat(call.account))
    return refused('NO_PREMIUM_SEAT', 'no license found: the account has no premium seat');
  const { inmail_credits } = await readSeat(call);
  return done({ product: 'Premium Navigator', inmail_credits });
}
