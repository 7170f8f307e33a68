import type { PerformResult } from '../../src/core/engine/perform.ts';
import { insertForgotten, markAsked } from '../../src/runtime/store/intents/forgotten.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { recordOutcome } from '../../src/runtime/store/intents/record-outcome.ts';
import { type FoundUnowned, meetUnowned } from '../../src/runtime/store/intents/unowned-calls.ts';
import { markInDoubt, noteWeighed, wasWeighed } from '../../src/runtime/store/intents/weighed-calls.ts';
import { freeStepSlots } from '../../src/runtime/store/slots/free-slots.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { SECOND } from '../../src/shared/kit/duration.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import { askWithin } from '../ask-person.ts';
import { deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import { LateOutcome } from '../late-outcome.ts';
import type { StepContext } from '../look/context.ts';
import { resolutionOf } from '../resolution-of.ts';
import { virtualAfterWall } from '../virtual-time.ts';
import { lineOf, stepName, theStep } from '../wording.ts';

/**
 * Asks whether a call that a backup has forgotten was this very step: it was for an enrollment that is not here, whose
 * person was brought again, or nobody knows for whom. A step that somebody would hardly notice twice counts as done.
 * Everything else is looked up where nobody knows whom the call was for, and a person says whether it was this where
 * that proves nothing. Under the enrollment's lock and the account's. Null: it was not.
 */
export async function askAboutUnowned(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  { request, limit_class }: Pick<IntentRow, 'request' | 'limit_class'>,
  call: FoundUnowned,
): Promise<PerformResult | null> {
  const { node, visit } = context.request;
  const step = { enrollment_id: context.enrollment.id, node, visit };
  const at = new Date(deps.clock.now());
  requireOwnTransaction(tx);
  if (call.of_anybody && (await wasWeighed(tx, context.key))) return null;
  await freeStepSlots(tx, step);
  // That nothing but its first read went out is not so of what it may have been.
  const { first: _, ...whole } = request;
  const forgotten = { ...step, key: context.key, limit_class, request: whole, at: new Date(call.at) };
  const intent = await insertForgotten(tx, forgotten);
  if (intent === null) throw new LateOutcome(context.key);
  const from = context.accounts.find(({ id }) => id === call.account_id)?.name ?? call.account_id;
  const when = new Date(call.at).toISOString();
  const by = call.of_anybody
    ? `for nobody knows whom, and a backup which was put back does not have it`
    : `for an enrollment that a backup which was put back does not have (${call.key})`;
  const why = `by the log of the V2 service ${from} has done this on ${when}, ${by}`;
  const { key, sends } = intent;
  const countsAsDone = resolutionOf(intent) === 'repeat';
  if (call.of_anybody) await noteWeighed(tx, key, { ...call, explains: !countsAsDone });
  else await meetUnowned(tx, call, { ...step, intent: key });
  if (countsAsDone) {
    const line = { type: 'done', title: `${stepName(context)} counts as done: ${why}` };
    const outcome = { state: 'done', response: {}, error_code: null, error_text: null, credits: 0 } as const;
    await recordOutcome(tx, { ...outcome, key, sends, result: { status: 'done' }, at, line });
    return { status: 'done' };
  }
  if (call.of_anybody) {
    await markInDoubt(tx, { key, lookups: deps.settings.lookups - 1, text: why });
    const title = `Nobody knows whether ${theStep(context)} went out: ${why}`;
    await addLine(tx, { ...lineOf(context, at), type: 'unknown', title });
    return deferred(virtualAfterWall(deps, SECOND), 'time', `checks whether ${theStep(context)} went out`);
  }
  await markAsked(tx, key, why);
  return askWithin(tx, context, intent, { why, at });
}
