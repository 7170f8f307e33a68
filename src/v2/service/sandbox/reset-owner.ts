import type { Database } from '../../../shared/postgres/database.ts';
import { createWorld } from '../channels/sandbox/world/ensure-world.ts';
import type { WorldSize } from '../channels/sandbox/world/generate-world.ts';
import { grantCredits, STARTING_CREDITS, setUnlimited } from '../credits/ledger.ts';

/** Tables whose rows belong to an owner, beside the user and the keys; accounts take webhooks, events and conversations with them. */
const OWNED = [
  'accounts',
  'connect_links',
  'sandbox_posts',
  'sandbox_jobs',
  'sandbox_people',
  'sandbox_companies',
  'sandbox_received',
  'sandbox_worlds',
  'logs',
  'credit_ledger',
  'idempotent_requests',
];
const DEADLOCK = '40P01';
const ATTEMPTS = 5;

/** A fresh world: what the owner had is gone, the keys still work, the clock goes on. */
export async function resetOwner(
  db: Database,
  userId: string,
  world: { readonly seed: number } & WorldSize,
  now: number,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction(async (tx) => {
        await tx.query('select 1 from users where user_id = $1 for no key update', [userId]);
        for (const table of OWNED) await tx.query(`delete from ${table} where user_id = $1`, [userId]);
        await setUnlimited(tx, userId, false);
        await grantCredits(tx, userId, STARTING_CREDITS, now);
        await createWorld(tx, userId, world.seed, now, world);
      });
      return;
    } catch (error) {
      // People and deliveries that act at this moment hold rows in another order; once they are done it goes through.
      const deadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK;
      if (!deadlock || attempt === ATTEMPTS) throw error;
    }
  }
}
