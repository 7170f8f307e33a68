import type { Clock } from '../../shared/kit/clock.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { V2Client } from '../../v2/client/create-v2-client.ts';
import { saveCreditBalance } from '../store/credits/credits-left.ts';

/** Reads the owner's credits, free of charge, so that no call is sent that cannot be paid. spec: GET /v2/credits */
export async function readCredits({
  db,
  clock,
  v2,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<V2Client, 'getCredits'>;
}): Promise<void> {
  // The time is taken before the call: an outcome recorded meanwhile is counted twice until the next read, rather than not at all.
  const at = new Date(clock.now());
  const answer = await v2.getCredits();
  if (answer.kind !== 'success') return;
  const { unlimited, credits_remaining } = answer.data;
  await saveCreditBalance(db, { balance: unlimited ? null : credits_remaining, at });
}
