import type { PerformResult } from '../../src/core/engine/perform.ts';
import { insertForgotten, markAsked } from '../../src/runtime/store/intents/forgotten.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { recordOutcome } from '../../src/runtime/store/intents/record-outcome.ts';
import { type FoundUnowned, meetUnowned } from '../../src/runtime/store/intents/unowned-calls.ts';
import { freeStepSlots } from '../../src/runtime/store/slots/free-slots.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { alone } from '../../src/shared/postgres/shared-transaction.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import { askWithin } from '../reconcile/ask-person.ts';
import { resolutionOf } from '../reconcile/look-for-effect.ts';
import { LateOutcome } from '../record/store-outcome.ts';
import { stepName } from '../record/wording.ts';

/**
 * The person has had such a call from an enrollment that a backup which was put back does not have, and it may have been this very step: they are
 * here again because they were brought again. What they would hardly notice twice counts as done; of all else a person says whether it was this.
 * Under the enrollment's lock and the account's.
 */
export async function askAboutUnowned(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  { request, limit_class }: Pick<IntentRow, 'request' | 'limit_class'>,
  call: FoundUnowned,
): Promise<PerformResult> {
  const { node, visit } = context.request;
  const step = { enrollment_id: context.enrollment.id, node, visit };
  const at = new Date(deps.clock.now());
  alone(tx);
  await freeStepSlots(tx, step);
  // That nothing but its first read went out is not so of what it may have been.
  const { first: _, ...whole } = request;
  const forgotten = { ...step, key: context.key, limit_class, request: whole, at: new Date(call.at) };
  const intent = await insertForgotten(tx, forgotten);
  if (intent === null) throw new LateOutcome(context.key);
  await meetUnowned(tx, call, { ...step, intent: context.key });
  const from = context.accounts.find(({ id }) => id === call.account_id)?.name ?? call.account_id;
  const when = new Date(call.at).toISOString();
  const why = `by the log of the V2 service ${from} has done this on ${when}, for an enrollment that a backup which was put back does not have (${call.key})`;
  const { key, sends } = intent;
  if (resolutionOf(intent) === 'repeat') {
    const line = { type: 'done', title: `${stepName(context)} counts as done: ${why}` };
    const outcome = { state: 'done', response: {}, error_code: null, error_text: null, credits: 0 } as const;
    await recordOutcome(tx, { ...outcome, key, sends, result: { status: 'done' }, at, line });
    return { status: 'done' };
  }
  await markAsked(tx, key, why);
  return askWithin(tx, context, intent, { why, at });
}
