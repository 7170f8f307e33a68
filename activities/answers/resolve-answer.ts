import { askAboutAnswer } from '../../src/runtime/store/answers/ask-about-answer.ts';
import { endAnswer } from '../../src/runtime/store/answers/end-answer.ts';
import { lockAnswer } from '../../src/runtime/store/answers/find-answer.ts';
import { lockPersonOf } from '../../src/runtime/store/answers/lock-person-of.ts';
import { lookAgain } from '../../src/runtime/store/answers/schedule-answer.ts';
import { findIntent } from '../../src/runtime/store/intents/find-intent.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { countLookup, markDoubtful } from '../../src/runtime/store/intents/record-outcome.ts';
import { backoff } from '../../src/shared/kit/backoff.ts';
import { MINUTE, SECOND } from '../../src/shared/kit/duration.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { unreachable } from '../../src/shared/kit/result.ts';
import { retryConflicts } from '../../src/shared/postgres/retry-conflicts.ts';
import type { StepDeps } from '../deps.ts';
import { measureAnswerInDoubt } from '../measure.ts';
import { lookForEffect } from '../reconcile/look-for-effect.ts';
import type { Proof } from '../reconcile/proof.ts';
import { backOff, backoffMeaning } from '../record/back-off-as-refused.ts';
import { type AnswerContext, nameOfAnswer, requestOf } from './answer-context.ts';
import { storeSent, storeUnsent } from './record-answer.ts';
import { tellAnswer } from './tell-answer.ts';

/**
 * The longest wait for whoever connects the account again, or ends the shortage of credits, to wake the answer; in case
 * nobody does, it looks by itself.
 */
const LONGEST_UNTIL_WOKEN = 10 * MINUTE;

/**
 * Finds out what became of an answer whose outcome nobody knows, by the probes that steps have. Nothing is sent again without proof that it did
 * not go out; without proof either way, a person says so.
 */
export async function resolveAnswer(
  deps: StepDeps,
  context: AnswerContext,
  found: IntentRow,
  reason: string,
): Promise<void> {
  const intent = await inDoubt(deps, context, found, reason);
  const proof = await lookForEffect(deps, context, intent);
  switch (proof.is) {
    case 'done':
      return storeSent(deps, context, intent, { data: proof.data, credits: 0, read_back: proof.where });
    case 'absent':
      return concludeAbsent(deps, context, intent, proof);
    case 'unclear':
      return concludeUnclear(deps, context, intent, proof.why);
    case 'unreadable':
      return waitToRead(deps, context, intent, proof);
    default:
      return unreachable(proof);
  }
}

const checking = ({ answer }: AnswerContext, why?: string): string =>
  `checks whether ${nameOfAnswer(answer)} went out${why === undefined ? '' : `: ${why}`}`;

/**
 * Waits until something can be read. A person could not know more either, so this does not count as a look. An account
 * that is refused backs off, as by every other call.
 */
async function waitToRead(
  deps: StepDeps,
  context: AnswerContext,
  intent: IntentRow,
  { why, refused }: Extract<Proof, { is: 'unreadable' }>,
): Promise<void> {
  const { answer } = context;
  const doubted_for = deps.wallNow() - intent.wall_created_at.getTime();
  const look = { id: answer.id, due_at: null, text: checking(context, why) };
  const meaning = refused === undefined ? null : backoffMeaning(refused);
  if (refused === undefined || meaning === null) {
    return lookAgain(deps.db, { ...look, wall_ms: between(2 * SECOND, doubted_for / 2, MINUTE) });
  }
  await retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      await lockPersonOf(tx, answer);
      const backed = await backOff(deps, tx, { meaning, refused, account_id: answer.account_id });
      const due =
        backed.meaning === 'back_off_account'
          ? { wall_ms: 0, due_at: new Date(backed.until) }
          : { wall_ms: between(2 * SECOND, doubted_for / 2, LONGEST_UNTIL_WOKEN) };
      await lookAgain(tx, { ...look, ...due });
    }),
  );
}

const between = (least: number, value: number, most: number): number => Math.min(Math.max(least, value), most);

async function inDoubt(deps: StepDeps, context: AnswerContext, intent: IntentRow, reason: string): Promise<IntentRow> {
  const at = new Date(deps.clock.now());
  const { key, sends } = intent;
  const { answer } = context;
  await deps.db.transaction(async (tx) => {
    await lockPersonOf(tx, answer);
    const locked = await lockAnswer(tx, answer.id);
    if (locked === null || locked.lead_id === null) return;
    if (!(await markDoubtful(tx, { key, sends, text: reason, at }))) return;
    measureAnswerInDoubt(context);
    const title = `Nobody knows whether ${nameOfAnswer(answer)} went out: ${reason}`;
    await tellAnswer(tx, locked, { at, type: 'unknown', title, once: `unknown/${sends}` });
  });
  return (await findIntent(deps.db, key)) ?? intent;
}

/**
 * Records that it did not go out. Absence is proof only once neither the call's bytes nor the service's work on them
 * can still be under way.
 */
async function concludeAbsent(
  deps: StepDeps,
  context: AnswerContext,
  intent: IntentRow,
  { where, unheard = false }: Extract<Proof, { is: 'absent' }>,
): Promise<void> {
  const left = intent.wall_created_at.getTime() + deps.settings.proof_after_ms - deps.wallNow();
  if (left > 0) {
    return lookAgain(deps.db, { id: context.answer.id, wall_ms: left, due_at: null, text: checking(context) });
  }
  const refusal = { code: 'PROVEN_NOT_DONE', text: where, reached: !unheard };
  await storeUnsent(deps, context, intent, refusal, {
    ...{ is: 'again', wall_ms: 0, due_at: null },
    text: `goes out again: ${where}`,
  });
}

async function concludeUnclear(deps: StepDeps, context: AnswerContext, intent: IntentRow, why: string): Promise<void> {
  const { answer } = context;
  const lookups = await countLookup(deps.db, intent.key);
  if (lookups < deps.settings.lookups) {
    const due_at = new Date(deps.clock.now() + backoff(lookups, MINUTE, 30 * MINUTE));
    const wall_ms = backoff(lookups, SECOND, MINUTE);
    return lookAgain(deps.db, { id: answer.id, wall_ms, due_at, text: checking(context, why) });
  }
  const at = new Date(deps.clock.now());
  const text = `Did ${nameOfAnswer(answer)} to ${context.whom} go out? There is no proof either way: ${why}`;
  await deps.db.transaction(async (tx) => {
    await lockPersonOf(tx, answer);
    if ((await lockAnswer(tx, answer.id))?.state !== 'sending') return;
    await askAboutAnswer(tx, { id: newId('tsk'), answer_id: answer.id, text, preview: { ...requestOf(context) }, at });
    await endAnswer(tx, { id: answer.id, state: 'in_doubt', at });
    await tellAnswer(tx, answer, { at, type: 'needs_person', title: text, once: `task/${intent.sends}` });
  });
}
