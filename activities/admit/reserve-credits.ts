import { noteCreditShortage } from '../../src/runtime/store/accounts/credit-shortage.ts';
import { lockCredits, readCreditsLeft } from '../../src/runtime/store/credits/credits-left.ts';
import { SECOND } from '../../src/shared/kit/duration.ts';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import type { StepDeps } from '../deps.ts';

/** With so much left, the balance is looked at now and then only: no worker spends that much in between. */
const PLENTY = 5_000;
const LOOK_EVERY = 5 * SECOND;

const looked = new WeakMap<Database, { readonly left: number | null; readonly wall_at: number }>();

/**
 * Holds back a call that cannot be paid: when the known balance, less what calls in flight may cost, is below its cost,
 * all that costs credits waits as after a refusal.
 */
export async function reserveUnpaid(deps: StepDeps, tx: Queryable, credits: number): Promise<void> {
  if (credits === 0) return;
  const last = looked.get(deps.db);
  const wall = deps.wallNow();
  if (last && wall - last.wall_at < LOOK_EVERY && (last.left === null || last.left > PLENTY)) return;
  let left = await readCreditsLeft(tx, null);
  looked.set(deps.db, { left, wall_at: wall });
  if (left === null || left > PLENTY) return;
  // Two calls that fit one by one may not fit together.
  requireOwnTransaction(tx);
  await lockCredits(tx);
  left = await readCreditsLeft(tx, null);
  if (left === null || left >= credits) return;
  await noteCreditShortage(tx, {
    needed: credits,
    reason: `the call costs ${credits} credits, and ${Math.max(0, left)} are left after what running calls may cost`,
    at: new Date(deps.clock.now()),
    wall_now: wall,
  });
}
