import { listInDoubtAfterEnd, noteLookedAt, type StepIntent } from '../../src/runtime/store/intents/find-intent.ts';
import { groupBy } from '../../src/shared/kit/group-by.ts';
import { LaneFull } from '../call/account-lanes.ts';
import type { StepDeps } from '../deps.ts';
import { readContext } from '../look/context.ts';
import { concludeDone } from '../record/conclude.ts';
import { resolutionOf } from '../resolution-of.ts';
import { recordUnsent, resolveInDoubt } from './resolve-earlier.ts';

/**
 * Reads back what enrollments left in doubt when they ended: nobody asks those steps again, and the ledger should still say
 * what happened. Returns how many were resolved.
 */
export async function sweepInDoubt(deps: StepDeps, limit = 20): Promise<number> {
  // Past the time in which its own performer could still be at work.
  const before = new Date(deps.wallNow() - deps.settings.proof_after_ms);
  const found = groupBy(await listInDoubtAfterEnd(deps.db, before, limit), ({ account_id }) => account_id);
  // One after the other within an account: an account that answers slowly delays only its own.
  const settled = await Promise.all([...found.values()].map((intents) => sweepAll(deps, intents)));
  return settled.reduce((sum, count) => sum + count, 0);
}

async function sweepAll(deps: StepDeps, intents: readonly StepIntent[]): Promise<number> {
  let settled = 0;
  for (const intent of intents) {
    await noteLookedAt(deps.db, intent.key);
    try {
      if (await sweep(deps, intent)) settled++;
    } catch (err) {
      if (err instanceof LaneFull) continue;
      deps.log.warn({ err, intent: intent.key }, 'an in-doubt send could not be looked up; continuing with the others');
    }
  }
  return settled;
}

async function sweep(deps: StepDeps, intent: StepIntent): Promise<boolean> {
  const { enrollment_id, node, visit } = intent;
  const context = await readContext(deps, { enrollment_id, node, visit, attempt: 0 });
  const way = resolutionOf(intent);
  if (intent.request.first !== undefined || way === 'nothing') {
    await recordUnsent(deps, context, intent);
    return true;
  }
  if (way === 'repeat') {
    // Nothing can be read back, and after the end nothing is repeated, even where that were harmless: it counts as done.
    await concludeDone(deps, context, intent, { data: {}, credits: 0, read_back: 'its answer was lost' });
    return true;
  }
  const earlier = await resolveInDoubt(deps, context, intent, 'the enrollment ended before it was known');
  return earlier.is === 'none' || (earlier.is === 'answer' && !earlier.open);
}
