import { setTimeout as sleep } from 'node:timers/promises';
import type { PerformResult } from '../src/engine/perform.ts';
import { CodedError } from '../src/kit/coded-error.ts';
import { MINUTE, SECOND } from '../src/kit/duration.ts';
import { unreachable } from '../src/kit/result.ts';
import { type IntentRow, wireKey } from '../src/store/intents/intent.ts';
import { backoff, concludeDone, concludeRefused, concludeUnreachable, deferred } from './conclude.ts';
import type { StepContext } from './context.ts';
import type { StepDeps } from './deps.ts';
import { settleDoubt } from './reconcile/settle-earlier.ts';
import { LateOutcome } from './store-outcome.ts';
import { callV2, type V2Outcome } from './v2-caller.ts';
import { worldAfterWall } from './world-wall.ts';

/** Lets the call out, once, and stores what came of it. The intent is committed. */
export async function carryOut(deps: StepDeps, context: StepContext, intent: IntentRow): Promise<PerformResult> {
  const committed = deps.wallNow();
  await deps.fault('intent_committed');
  // A process that was frozen here must not send: another performer may have taken over meanwhile.
  if (deps.wallNow() - committed > deps.settings.lease_ms) {
    throw new CodedError('LEASE_LOST', `the performer of ${intent.key} was held up before its call`);
  }
  const outcome = await callV2(deps.v2, intent.request, wireKey(intent.key, intent.generation));
  await deps.fault('response_received');
  const result = await persistently(() => conclude(deps, context, intent, outcome));
  await deps.fault('outcome_stored');
  return result;
}

async function conclude(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  outcome: V2Outcome,
): Promise<PerformResult> {
  switch (outcome.kind) {
    case 'success':
      return concludeDone(deps, context, intent, outcome);
    case 'unreachable':
      // Of a repeat it proves nothing about the first call.
      if (intent.doubtful_since === null) {
        return concludeUnreachable(deps, context, intent, outcome.reason);
      }
      return inDoubt(deps, context, intent, outcome.reason);
    case 'refused':
      return (await concludeRefused(deps, context, intent, outcome)) ?? inDoubt(deps, context, intent, outcome.message);
    case 'unknown':
      return inDoubt(deps, context, intent, outcome.reason);
    default:
      return unreachable(outcome);
  }
}

async function inDoubt(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  reason: string,
): Promise<PerformResult> {
  const earlier = await settleDoubt(deps, context, intent, reason);
  if (earlier.is === 'answer') return earlier.result;
  // Asked again soon, it is let out anew where that is safe.
  const wait = backoff(intent.sends, 2 * SECOND, 5 * MINUTE);
  return deferred(worldAfterWall(deps, wait), 'time', 'tries again after a broken connection');
}

const TRIES = 5;

/** The answer is in our hands, and lost with this process: a database that is away for a moment is waited for. */
async function persistently<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= TRIES || error instanceof LateOutcome || error instanceof CodedError) throw error;
      await sleep(200 * 2 ** attempt);
    }
  }
}
