import type { PerformResult } from '../src/engine/perform.ts';
import { SECOND } from '../src/kit/duration.ts';
import type { Queryable } from '../src/postgres/database.ts';
import { hasOtherReply } from '../src/store/events/has-other-reply.ts';
import { type LockedEnrollment, lockEnrollment } from '../src/store/settlement/lock-enrollment.ts';
import { findSuppression } from '../src/store/suppressions/find-suppression.ts';
import { suppressionNames } from '../src/store/suppressions/suppression-names.ts';
import { isAwaited } from './awaited.ts';
import type { StepContext } from './context.ts';
import type { StepDeps } from './deps.ts';
import { hasMoved, untilMoved } from './moved.ts';
import { worldAfterWall } from './world-wall.ts';

export type LastLook =
  | { readonly is: 'clear'; readonly enrollment: LockedEnrollment }
  | { readonly is: 'answer'; readonly result: PerformResult };

/** The look at the stop flags that counts: it locks the enrollment, so a committed stop always wins. */
export async function lastLook(deps: StepDeps, tx: Queryable, context: StepContext): Promise<LastLook> {
  const { request, plan } = context;
  const enrollment = await lockEnrollment(tx, context.enrollment.id);
  if (!enrollment || enrollment.lead_id === null) return stopped(enrollment?.outcome ?? 'stopped');
  if (enrollment.status === 'finished') return stopped(enrollment.outcome ?? 'stopped');
  if (enrollment.stop_outcome !== null && !isAwaited(request, enrollment)) return stopped(enrollment.stop_outcome);
  // Where the walk stands is written only when it waits, so a reply may have raised no flag because of a `wait_for` that is
  // over by now. The walk says which replies it waited for; any other one stops it.
  if (enrollment.replied_at !== null && plan.stop_on.includes('reply')) {
    const other = await hasOtherReply(tx, enrollment.id, request.awaited_replies ?? []);
    if (other) return stopped('replied');
  }
  if (hasMoved(request, enrollment)) return { is: 'answer', result: untilMoved(deps) };
  if (enrollment.status === 'paused') {
    // The walk has not heard of it yet.
    const until = worldAfterWall(deps, 5 * SECOND);
    return { is: 'answer', result: { status: 'deferred', until, kind: 'person', text: 'Paused' } };
  }
  const suppressed = await findSuppression(tx, {
    names: suppressionNames(context.identities, context.lead?.company ?? null),
    lead_ids: [enrollment.lead_id],
  });
  return suppressed ? stopped('stopped') : { is: 'clear', enrollment };
}

const stopped = (outcome: string): LastLook => ({ is: 'answer', result: { status: 'stopped', outcome } });
