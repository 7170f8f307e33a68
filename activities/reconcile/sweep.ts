import { listDoubtAfterEnd } from '../../src/store/intents/find-intent.ts';
import { readContext } from '../context.ts';
import type { StepDeps } from '../deps.ts';
import { isReadBack } from './look-for-effect.ts';
import { settleDoubt } from './settle-earlier.ts';

/**
 * Reads back what enrollments left in doubt when they ended: nobody asks those steps again, and the ledger should still say
 * what happened. Returns how many were settled.
 */
export async function sweepDoubt(deps: StepDeps, limit = 20): Promise<number> {
  // Past the time in which its own performer could still be at work.
  const before = new Date(deps.wallNow() - deps.settings.proof_after_ms);
  let settled = 0;
  for (const intent of await listDoubtAfterEnd(deps.db, before, limit)) {
    if (!isReadBack(intent)) continue;
    const { enrollment_id, node, visit } = intent;
    const context = await readContext(deps, { enrollment_id, node, visit, attempt: 0 });
    const earlier = await settleDoubt(deps, context, intent, 'the enrollment ended before it was known');
    if (earlier.is === 'none' || (earlier.is === 'answer' && !earlier.open)) settled++;
  }
  return settled;
}
