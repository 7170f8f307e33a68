import type { PerformResult } from '../src/core/engine/perform.ts';
import { completeIntent } from '../src/runtime/store/intents/complete-intent.ts';
import { type FirstRead, type IntentRow, wireKey } from '../src/runtime/store/intents/intent.ts';
import { unreachable } from '../src/shared/kit/result.ts';
import { persistently } from './call/persistently.ts';
import type { StepDeps } from './deps.ts';
import { LateOutcome } from './late-outcome.ts';
import type { StepContext } from './look/context.ts';
import { lastLook } from './look/last-look.ts';
import { measureCall } from './measure.ts';
import { concludeRefused, concludeUnreachable, tryAgain } from './record/conclude.ts';
import { storeDone, storeNotDone } from './record/store-outcome.ts';
import { completeRequest } from './steps/prepare.ts';
import { callV2 } from './v2-caller.ts';

type FirstAnswer =
  | { readonly is: 'whole'; readonly intent: IntentRow; readonly written_at: number }
  | { readonly is: 'answer'; readonly result: PerformResult };

/** Reads what the call needs first. A read changes nothing outside, so its outcome is never in doubt. */
export async function readFirst(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  first: FirstRead,
): Promise<FirstAnswer> {
  const request = { account_id: intent.account_id, ...first };
  const outcome = await callV2(deps.v2, request, wireKey(intent.key, intent.generation, first.part));
  measureCall(context, intent, outcome);
  return persistently(async () => {
    switch (outcome.kind) {
      case 'success':
        // Asked again under its key it is answered from the service's store, and was paid before.
        return completeCall(deps, context, intent, {
          data: outcome.data,
          credits: outcome.replayed && intent.credits > 0 ? 0 : outcome.credits,
        });
      case 'refused': {
        const result = await concludeRefused(deps, context, intent, outcome);
        return { is: 'answer', result: result ?? (await concludeUnread(deps, context, intent, outcome.message)) };
      }
      case 'unreachable':
        return { is: 'answer', result: await concludeUnreachable(deps, context, intent, outcome.reason) };
      case 'unknown':
        return { is: 'answer', result: await concludeUnread(deps, context, intent, outcome.reason) };
      default:
        return unreachable(outcome);
    }
  });
}

/**
 * Completes the call with what was read. Time passed during the read, so the stop flags are looked at again in the same
 * transaction.
 */
async function completeCall(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  { data, credits }: { readonly data: unknown; readonly credits: number },
): Promise<FirstAnswer> {
  const completed = completeRequest(context, data);
  if (completed.is === 'over') {
    const outcome = {
      response: data,
      credits,
      ...(credits > 0 ? { had_effect: true as const } : { had_effect: false as const, reached: false }),
    };
    return { is: 'answer', result: await storeDone(deps, context, intent, completed.absorbed, outcome) };
  }
  const { first: _, params, ...names } = intent.request;
  const request = { ...names, params: { ...params, ...completed.params } };
  const whole = await deps.db.transaction<FirstAnswer>(async (tx) => {
    const look = await lastLook(deps, tx, context);
    if (look.is === 'answer') return look;
    const { key, sends } = intent;
    const row = await completeIntent(tx, { key, sends, request, credits: intent.credits + credits });
    if (!row) throw new LateOutcome(key);
    return { is: 'whole', intent: row, written_at: deps.wallNow() };
  });
  if (whole.is === 'answer') {
    const text = 'the enrollment was stopped or paused before the call';
    await storeNotDone(deps, context, intent, { code: null, text, credits, reached: false, title: null });
  }
  return whole;
}

async function concludeUnread(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  reason: string,
): Promise<PerformResult> {
  await storeNotDone(deps, context, intent, { code: 'UNREAD', text: reason, reached: false, title: null });
  return tryAgain(deps, intent);
}
