import type { PerformResult } from '../src/core/engine/perform.ts';
import type { IntentRow } from '../src/runtime/store/intents/intent.ts';
import { unreachable } from '../src/shared/kit/result.ts';
import { sendOnce } from './call/send-once.ts';
import type { StepDeps } from './deps.ts';
import type { StepContext } from './look/context.ts';
import { measureCall } from './measure.ts';
import { readFirst } from './read-first.ts';
import { resolveInDoubt } from './reconcile/resolve-earlier.ts';
import { concludeDone, concludeRefused, concludeUnreachable, reachedBy, tryAgain } from './record/conclude.ts';
import { storeNotDone } from './record/store-outcome.ts';
import { type FurtherCall, findFurtherCall } from './steps/further-call.ts';
import type { V2Outcome } from './v2-caller.ts';

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
  const send = (whole: IntentRow, written_at: number) =>
    sendOnce(deps, { intent: whole, written_at, leaveLane }, (outcome) => {
      measureCall(context, whole, outcome);
      return conclude(deps, context, whole, outcome);
    });
  if (intent.request.first === undefined) return send(intent, writtenAt);
  const read = await readFirst(deps, context, intent, intent.request.first);
  return read.is === 'answer' ? read.result : send(read.intent, read.written_at);
}

async function conclude(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  outcome: V2Outcome,
): Promise<Executed> {
  const further = await findFurtherCall(deps, context, intent, outcome);
  if (further !== null) return askFurther(deps, context, intent, { ...further, ...costOf(intent, outcome) });
  switch (outcome.kind) {
    case 'success':
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

/** Goes on with a call of its own key: under this one the service would only say the same again. */
async function askFurther(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  further: FurtherCall & { readonly credits: number; readonly reached: boolean },
): Promise<'again'> {
  await storeNotDone(deps, context, intent, { ...further, new_generation: true, other_call: true, title: null });
  return 'again';
}

const costOf = (intent: IntentRow, outcome: V2Outcome) => ({
  credits: 'credits' in outcome ? outcome.credits : 0,
  reached: outcome.kind === 'refused' && reachedBy(intent, outcome),
});

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
