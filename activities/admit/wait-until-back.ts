import { isSend } from '../../src/language/plan/node-traits.ts';
import type { LockedEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import type { Deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import { freeSlots } from '../free-slots.ts';
import type { StepContext } from '../look/context.ts';
import { lineOf } from '../wording.ts';

/**
 * Waits with a send while the person is out of office; a slot that it has booked goes to those who wait. Null: they are
 * there.
 */
export async function waitUntilBack(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  { away_until }: LockedEnrollment,
): Promise<Deferred | null> {
  const now = deps.clock.now();
  if (away_until === null || away_until.getTime() <= now || !isSend(context.node)) return null;
  requireOwnTransaction(tx);
  await freeSlots(deps, tx, context, 'and pull');
  const until = away_until.getTime();
  const { node, visit } = context.request;
  await addLine(tx, {
    ...lineOf(context, new Date(now)),
    type: 'waiting',
    title: 'Waits: out of office',
    detail: { until: away_until },
    once: `${node}/${visit}/waiting/${until}`,
  });
  return { status: 'deferred', until, kind: 'time', text: 'Out of office' };
}
