import type { StepAnswer } from '../../src/core/engine/contracts.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import { lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { findIntent } from '../../src/runtime/store/intents/find-intent.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { countLookup, markDoubtful } from '../../src/runtime/store/intents/record-outcome.ts';
import { findStepTask } from '../../src/runtime/store/tasks/open-task.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { backoff } from '../../src/shared/kit/backoff.ts';
import { HOUR, MINUTE, SECOND } from '../../src/shared/kit/duration.ts';
import { isRecord } from '../../src/shared/kit/is-record.ts';
import { unreachable } from '../../src/shared/kit/result.ts';
import { afterCommit } from '../../src/shared/postgres/transaction.ts';
import { IDEMPOTENCY_HOURS } from '../../src/v2/contract/limits.ts';
import { askWithin } from '../ask-person.ts';
import { deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import { LateOutcome } from '../late-outcome.ts';
import type { StepContext } from '../look/context.ts';
import { measureDoubt } from '../measure.ts';
import { backOffAsRefused, backoffMeaning } from '../record/back-off-as-refused.ts';
import { concludeDone, tryAgain } from '../record/conclude.ts';
import { storeNotDone } from '../record/store-outcome.ts';
import { resolutionOf } from '../resolution-of.ts';
import type { Refused } from '../v2-caller.ts';
import { virtualAfterWall } from '../virtual-time.ts';
import { lineOf, stepName, theStep } from '../wording.ts';
import { honorsKeys } from './honors-keys.ts';
import { lookForEffect } from './look-for-effect.ts';
import type { Proof } from './proof.ts';

export type Earlier =
  /** Nothing was sent, or there is proof that it had no effect. */
  | { readonly is: 'none' }
  /** The step's answer, now or before. `open`: it is still in doubt. */
  | { readonly is: 'answer'; readonly result: PerformResult; readonly open: boolean }
  /** The call is in doubt, and harmless to repeat under its key. */
  | { readonly is: 'repeat'; readonly intent: IntentRow };

/** Resolves what became of an earlier run of this step. Nothing is ever sent again without proof that it did not go out. */
export async function resolveEarlier(deps: StepDeps, context: StepContext): Promise<Earlier> {
  const intent = await findIntent(deps.db, context.key);
  if (!intent || intent.state === 'not_done') return { is: 'none' };
  switch (intent.state) {
    case 'done':
    case 'refused':
      return { is: 'answer', result: storedResult(context, intent), open: false };
    case 'sent':
    case 'unknown':
      if (intent.request.first !== undefined) return recordUnsent(deps, context, intent);
      return resolveInDoubt(deps, context, intent, 'the worker stopped during this step');
    default:
      return unreachable(intent.state);
  }
}

/**
 * Records that the call itself was not sent: only its first read may have gone out. Refused as late where its performer
 * has just completed the call and is sending it.
 */
export async function recordUnsent(deps: StepDeps, context: StepContext, intent: IntentRow): Promise<Earlier> {
  const text = 'the call itself had not been sent';
  const unsent = intent.request.first !== undefined;
  await storeNotDone(deps, context, intent, { code: null, text, unsent, reached: false, title: null });
  return { is: 'none' };
}

/** Resolves an in-doubt intent, as far as its outcome can be known now. */
export async function resolveInDoubt(
  deps: StepDeps,
  context: StepContext,
  found: IntentRow,
  reason: string,
): Promise<Earlier> {
  const intent = await inDoubt(deps, context, found, reason);
  const way = resolutionOf(intent);
  if (way === 'nothing') return { is: 'repeat', intent };
  if (way === 'repeat') {
    const honored = isKept(deps, intent) && (await honorsKeys(deps, context));
    if (honored) return { is: 'repeat', intent };
    if (honored === null) return { is: 'answer', result: tryAgain(deps, intent), open: true };
    const answer = { data: {}, credits: 0, read_back: 'its answer was lost' };
    return { is: 'answer', result: await concludeDone(deps, context, intent, answer), open: false };
  }
  const waiting = await openQuestion(deps, context);
  if (waiting) return { is: 'answer', result: waiting, open: true };
  const proof = await lookForEffect(deps, context, intent);
  switch (proof.is) {
    case 'done': {
      const answer = { data: proof.data, credits: 0, read_back: proof.where };
      return { is: 'answer', result: await concludeDone(deps, context, intent, answer), open: false };
    }
    case 'absent':
      return concludeAbsent(deps, context, intent, proof);
    case 'unclear':
      return concludeUnclear(deps, context, intent, proof.why);
    case 'unreadable': {
      const backsOff = proof.refused && (await backOffReading(deps, context, intent, proof.refused));
      if (backsOff) return { is: 'answer', result: backsOff, open: true };
      // Nothing could be read, so this does not count as a lookup: a person could not know more either.
      const until = virtualAfterWall(deps, backoff(context.request.attempt + 1, 2 * SECOND, MINUTE));
      const text = `checks whether ${theStep(context)} went out: ${proof.why}`;
      return { is: 'answer', result: deferred(until, 'time', text), open: true };
    }
    default:
      return unreachable(proof);
  }
}

/** Whether the service still knows the key: a little less than it says it keeps it. */
function isKept(deps: StepDeps, intent: IntentRow): boolean {
  return deps.wallNow() - intent.wall_created_at.getTime() < (IDEMPOTENCY_HOURS - 1) * HOUR;
}

/** Marks the intent as in doubt: from now on only the same bytes may go out under its key, and the timeline says so. */
async function inDoubt(deps: StepDeps, context: StepContext, intent: IntentRow, reason: string): Promise<IntentRow> {
  const at = new Date(deps.clock.now());
  const { key, sends } = intent;
  await deps.db.transaction(async (tx) => {
    if (!(await markDoubtful(tx, { key, sends, text: reason, at }))) return;
    // A read can simply be repeated, so the timeline need not mention it.
    if (resolutionOf(intent) === 'nothing') return;
    if (intent.doubtful_since === null) afterCommit(tx, () => measureDoubt(context, intent));
    const title = `Nobody knows whether ${theStep(context)} went out: ${reason}`;
    const { account_id, category, action } = intent;
    await addLine(tx, { ...lineOf(context, at), type: 'unknown', title, detail: { account_id, category, action } });
  });
  return (await findIntent(deps.db, key)) ?? intent;
}

/**
 * Records that the call did not go out. Absence is proof only once neither its bytes nor the service's work on them can
 * still be under way.
 */
async function concludeAbsent(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  { where, unheard = false }: Extract<Proof, { is: 'absent' }>,
): Promise<Earlier> {
  const proofAt = intent.wall_created_at.getTime() + deps.settings.proof_after_ms;
  const left = proofAt - deps.wallNow();
  if (left > 0) {
    const text = `checks whether ${theStep(context)} went out`;
    return { is: 'answer', result: deferred(virtualAfterWall(deps, left), 'time', text), open: true };
  }
  const title = `${stepName(context)} did not go out: ${where}`;
  await storeNotDone(deps, context, intent, { code: 'PROVEN_NOT_DONE', text: where, reached: !unheard, title });
  return { is: 'none' };
}

async function concludeUnclear(deps: StepDeps, context: StepContext, intent: IntentRow, why: string): Promise<Earlier> {
  const lookups = await countLookup(deps.db, intent.key);
  if (lookups < deps.settings.lookups) {
    const until = Math.max(
      deps.clock.now() + backoff(lookups, MINUTE, 30 * MINUTE),
      virtualAfterWall(deps, backoff(lookups, SECOND, MINUTE)),
    );
    const text = `checks whether ${theStep(context)} went out: ${why}`;
    return { is: 'answer', result: deferred(until, 'time', text), open: true };
  }
  return { is: 'answer', result: await askPerson(deps, context, intent, why), open: true };
}

function askPerson(deps: StepDeps, context: StepContext, intent: IntentRow, why: string): Promise<PerformResult> {
  const at = new Date(deps.clock.now());
  return deps.db.transaction(async (tx) => {
    await lockEnrollment(tx, context.enrollment.id);
    return askWithin(tx, context, intent, { why, at });
  });
}

/**
 * Waits with the lookup like every other call, where the account that would read backs off, or credits are missing.
 * Null: nobody would be woken.
 */
async function backOffReading(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  refused: Refused,
): Promise<PerformResult | null> {
  const meaning = backoffMeaning(refused);
  if (meaning === null || context.enrollment.status === 'finished') return null;
  const refusal = { meaning, refused, account_id: intent.account_id, keeps_slots: true };
  return deps.db.transaction(async (tx) => {
    await lockEnrollment(tx, context.enrollment.id);
    const state = (await findIntent(tx, intent.key))?.state;
    // Its own performer has recorded the outcome in the meantime.
    if (state !== 'sent' && state !== 'unknown') throw new LateOutcome(intent.key);
    return backOffAsRefused(deps, tx, context, refusal);
  });
}

/** Finds the open question of a person who has been asked already. */
async function openQuestion(deps: StepDeps, context: StepContext): Promise<PerformResult | null> {
  const { node, visit } = context.request;
  const step = { enrollment_id: context.enrollment.id, node, visit, kind: 'unknown_outcome' } as const;
  const task = await findStepTask(deps.db, step);
  return task?.status === 'open' ? { status: 'needs_person', task_id: task.id, text: task.text } : null;
}

/**
 * Returns what the step answered when its outcome was recorded. The snapshot that it wrote then belongs to the walk
 * that asked then: a walk that counts its inputs records its snapshot itself, unless it has ended.
 */
function storedResult({ request }: StepContext, intent: IntentRow): StepAnswer {
  if (isResult(intent.result)) {
    const { settled, ...result } = intent.result;
    return settled === undefined || (request.by_inputs && settled.ended === undefined)
      ? result
      : { ...result, settled };
  }
  if (intent.state === 'done') return { status: 'done' };
  return { status: 'failed', code: intent.error_code ?? 'REFUSED', text: intent.error_text ?? 'it was refused' };
}

/** Whether the stored result is one. We wrote it ourselves; the check is for rows that somebody has edited by hand. */
function isResult(value: unknown): value is StepAnswer {
  return isRecord(value) && 'status' in value && typeof value.status === 'string';
}
