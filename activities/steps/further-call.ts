import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import type { V2Outcome } from '../v2-caller.ts';
import { openAfterInvitation, phaseOf } from './network/their-invitation.ts';
import { isDoubtful, isToBeVerified, NOT_IN_COPY } from './network/verify-connection.ts';

/** The reason why a step goes on with another call, by which it knows that again after a crash. */
export interface FurtherCall {
  readonly code: string;
  readonly text: string;
}

/** Whether the answer of a call leaves open what the step is for, so that it makes another one; null: it does not. */
export async function findFurtherCall(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  outcome: V2Outcome,
): Promise<FurtherCall | null> {
  if (outcome.kind === 'success' && (await isDoubtful(deps, context, intent, outcome.data))) {
    return { code: NOT_IN_COPY, text: 'the stored copy of the connections does not hold them' };
  }
  return openAfterInvitation(context, intent, outcome);
}

/** Whether the first call of the step has left open what it is for, and another one is its next. */
export async function makesFurtherCall(deps: StepDeps, context: StepContext): Promise<boolean> {
  if (context.node.kind === 'check') return isToBeVerified(deps, context);
  return context.node.kind === 'invite' && (await phaseOf(deps, context)) !== 'invite';
}
