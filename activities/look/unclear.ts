import type { PerformResult } from '../../src/core/engine/perform.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import type { StepDeps } from '../deps.ts';
import { freeSlots } from '../free-slots.ts';
import { lineOf } from '../wording.ts';
import type { StepContext } from './context.ts';

/**
 * Waits because a mail of theirs may be an answer: nothing is sent until a person has said what it is, which wakes the
 * step.
 */
export async function untilClear(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  since: Date,
): Promise<PerformResult> {
  const { node, visit } = context.request;
  requireOwnTransaction(tx);
  await freeSlots(deps, tx, context, 'and pull');
  const text = 'Waits until a person has said whether a mail of theirs is an answer';
  await addLine(tx, {
    ...lineOf(context, new Date(deps.clock.now())),
    type: 'waiting',
    title: text,
    once: `${node}/${visit}/unclear/${since.getTime()}`,
  });
  return { status: 'deferred', until: NEVER, kind: 'person', text };
}
