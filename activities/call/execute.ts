import type { PerformResult } from '../../src/core/engine/perform.ts';
import { type IntentRow, wireKey } from '../../src/runtime/store/intents/intent.ts';
import { CodedError } from '../../src/shared/kit/coded-error.ts';
import { unreachable } from '../../src/shared/kit/result.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import { resolveInDoubt } from '../reconcile/resolve-earlier.ts';
import { concludeDone, concludeRefused, concludeUnreachable, tryAgain } from '../record/conclude.ts';
import { storeNotDone } from '../record/store-outcome.ts';
import { isDoubtful, NOT_IN_COPY } from '../steps/verify-connection.ts';
import { persistently } from './persistently.ts';
import { readFirst } from './read-first.ts';
import { callV2, type V2Outcome } from './v2-caller.ts';

/** The step's answer; `again`: its call has answered what another call of the same step is needed for. */
export type Executed = PerformResult | 'again';

/** Sends the call, once, and records its outcome. The intent is committed. `leaveLane` gives its permit back early. */
export async function execute(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  writtenAt: number,
  leaveLane: () => void,
): Promise<Executed> {
  await deps.reached('intent_committed');
  if (intent.request.first === undefined) return send(deps, context, intent, writtenAt, leaveLane);
  const read = await readFirst(deps, context, intent, intent.request.first);
  return read.is === 'answer' ? read.result : send(deps, context, read.intent, read.written_at, leaveLane);
}

/**
 * A process that is frozen between writing its intent and the first byte of its call must not send when it is continued: another
 * performer may have taken over. `writtenAt`: wall time, from before the commit.
 */
async function send(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  writtenAt: number,
  leaveLane: () => void,
): Promise<Executed> {
  const leaveBefore = writtenAt + deps.settings.lease_ms;
  if (deps.wallNow() > leaveBefore) {
    throw new CodedError('lease_lost', `the performer of ${intent.key} was held up before its call`);
  }
  const outcome = await callV2(deps.v2, intent.request, wireKey(intent.key, intent.generation), leaveBefore);
  // No further call follows, so the next call of the account may go out while this outcome is recorded.
  if (outcome.kind === 'success') leaveLane();
  await deps.reached('response_received');
  const result = await persistently(() => conclude(deps, context, intent, outcome));
  await deps.reached('outcome_stored');
  return result;
}

async function conclude(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  outcome: V2Outcome,
): Promise<Executed> {
  switch (outcome.kind) {
    case 'success':
      if (await isDoubtful(deps, context, intent, outcome.data))
        return askFurther(deps, context, intent, outcome.credits);
      return concludeDone(deps, context, intent, outcome);
    case 'unreachable':
      // That a repeat could not be sent proves nothing about the first call.
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

/** The step goes on with a call of its own key: under this one the service would only say the same again. */
async function askFurther(deps: StepDeps, context: StepContext, intent: IntentRow, credits: number): Promise<'again'> {
  const text = 'the stored copy of the connections does not hold them';
  const noted = { code: NOT_IN_COPY, text, credits, reached: false, new_generation: true, title: null };
  await storeNotDone(deps, context, intent, noted);
  return 'again';
}

async function inDoubt(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  reason: string,
): Promise<PerformResult> {
  const earlier = await resolveInDoubt(deps, context, intent, reason);
  if (earlier.is === 'answer') return earlier.result;
  return tryAgain(deps, intent);
}
