import type { Clock } from '../../shared/kit/clock.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { V2Client } from '../../v2/client/create-v2-client.ts';
import { saveCreditBalance } from '../store/credits/credits-left.ts';

/** Asks for the owner's credits, free of charge, so that no call is let out that cannot be paid. spec: GET /v2/credits */
export async function readCredits({
  db,
  clock,
  v2,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<V2Client, 'getCredits'>;
}): Promise<void> {
  // Before the call: what is settled meanwhile is counted twice rather than not at all, until it is read again.
  const at = new Date(clock.now());
  const answer = await v2.getCredits();
  if (answer.kind !== 'success') return;
  const { unlimited, credits_remaining } = answer.data;
  await saveCreditBalance(db, { balance: unlimited ? null : credits_remaining, at });
}
