import { setParked } from '../../src/runtime/store/control/mark-parked.ts';
import type { UnmatchedReply } from '../../src/runtime/store/events/unmatched-replies.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import type { Deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import { freeSlots } from '../free-slots.ts';
import { lineOf } from '../wording.ts';
import type { StepContext } from './context.ts';

/**
 * Waits because somebody has replied to one of its senders under a name that nobody has, and it may be this person:
 * they are contacted again only when it is known whose it is, which wakes the step.
 */
export async function untilMatched(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  { event_id, account_id, state }: UnmatchedReply,
): Promise<Deferred> {
  const { node, visit } = context.request;
  requireOwnTransaction(tx);
  await setParked(tx, [context.enrollment.id], true);
  await freeSlots(deps, tx, context);
  const name = context.accounts.find(({ id }) => id === account_id)?.name ?? account_id;
  const who = state === 'asking' ? 'the V2 service is asked who wrote it' : 'a person has to say who wrote it';
  const text = `somebody who is not known here replied to ${name}, and it may be this person: ${who} (${event_id})`;
  await addLine(tx, {
    ...lineOf(context, new Date(deps.clock.now())),
    type: 'waiting',
    title: `Waits: ${text}`,
    once: `${node}/${visit}/unmatched/${event_id}`,
  });
  const waits = `waits: ${text}`;
  return {
    ...({ status: 'deferred', until: NEVER, kind: 'account', text: waits } as const),
    binding: { constraint: 'unmatched', text: waits },
  };
}
