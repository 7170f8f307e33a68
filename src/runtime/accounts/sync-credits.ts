import type { Clock } from '../../shared/kit/clock.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { V2Client } from '../../v2/client/create-v2-client.ts';
import { endCreditShortage, findCreditShortage } from '../store/accounts/credit-shortage.ts';
import { saveCreditBalance } from '../store/credits/credits-left.ts';

export interface CreditDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<V2Client, 'getCredits'>;
  readonly wallNow?: () => number;
}

/**
 * While credits are missing, the balance is read, free of charge and once for all steps; when it suffices they continue. A
 * service that does not say its balance is tried again now and then.
 */
export async function syncCredits({ db, clock, v2, wallNow = Date.now }: CreditDeps): Promise<void> {
  const shortage = await findCreditShortage(db);
  if (shortage === null) return;
  const at = new Date(clock.now());
  const answer = await v2.getCredits();
  const credits = answer.kind === 'success' ? answer.data : null;
  const balance = credits?.unlimited ? Number.POSITIVE_INFINITY : (credits?.credits_remaining ?? null);
  if (credits) await saveCreditBalance(db, { balance: credits.unlimited ? null : credits.credits_remaining, at });
  const enough = balance === null ? wallNow() >= shortage.wall_try_at.getTime() : balance >= shortage.needed;
  if (enough) await db.transaction((tx) => endCreditShortage(tx, balance !== null, new Date(clock.now())));
}
