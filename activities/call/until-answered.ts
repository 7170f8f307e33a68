import type { PerformResult } from '../../src/core/engine/perform.ts';
import { putOff } from '../../src/runtime/store/accounts/put-off.ts';
import { lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import { waitWithin } from '../snapshot/foresee-snapshot.ts';
import { virtualAfterWall } from '../virtual-time.ts';
import { lineOf } from '../wording.ts';

/**
 * Waits in Temporal while the account answers slowly, or has not answered yet: there the step keeps nobody else from
 * being performed, and is woken when it is its turn. `until` is when it comes back if nobody wakes it.
 */
export async function untilAnswered(deps: StepDeps, context: StepContext, accountId: string): Promise<PerformResult> {
  const { come_back_ms, is_woken, is_slow } = deps.lanes.putOff(accountId);
  const until = virtualAfterWall(deps, come_back_ms);
  const waits = deferred(until, 'account', 'waits for other calls of its account to be answered');
  // A healthy account is only busy: it has a permit free again at once.
  if (!is_woken) return waits;
  const answer = await deps.db.transaction(async (tx) => {
    const { id } = context.enrollment;
    const locked = await lockEnrollment(tx, id);
    if (locked === null || locked.status === 'finished') return waits;
    await putOff(tx, id, accountId);
    if (is_slow) await say(deps, tx, context, accountId);
    return waitWithin(deps, tx, context, waits, locked);
  });
  // A permit may have become free before it was written down who waits for it.
  await deps.lanes.wakeNext(accountId);
  return answer;
}

async function say(deps: StepDeps, tx: Parameters<typeof addLine>[0], context: StepContext, accountId: string) {
  const { node, visit } = context.request;
  const name = context.accounts.find(({ id }) => id === accountId)?.name ?? accountId;
  await addLine(tx, {
    ...lineOf(context, new Date(deps.clock.now())),
    type: 'waiting',
    title: `Waits for its turn: calls of ${name} are answered slowly`,
    once: `${node}/${visit}/slow`,
  });
}
