import { type IntentRow, wireKey } from '../../src/runtime/store/intents/intent.ts';
import { CodedError } from '../../src/shared/kit/coded-error.ts';
import type { StepDeps } from '../deps.ts';
import { callV2, type V2Outcome } from '../v2-caller.ts';
import { persistently } from './persistently.ts';

/** A call whose intent is committed. */
export interface AdmittedCall {
  readonly intent: IntentRow;
  /** Wall time, taken before the commit. */
  readonly written_at: number;
  /** Gives the permit of its lane back early. */
  readonly leaveLane: () => void;
}

/**
 * Sends the call, once, and records what came of it. A process that is frozen between writing its intent and the first byte of its call must
 * not send when it is continued: another performer may have taken over.
 */
export async function sendOnce<T>(
  deps: StepDeps,
  { intent, written_at, leaveLane }: AdmittedCall,
  conclude: (outcome: V2Outcome) => Promise<T>,
): Promise<T> {
  const leaveBefore = written_at + deps.settings.lease_ms;
  if (deps.wallNow() > leaveBefore) {
    throw new CodedError('lease_lost', `the performer of ${intent.key} was held up before its call`);
  }
  const outcome = await callV2(deps.v2, intent.request, wireKey(intent.key, intent.generation), leaveBefore);
  // No further call follows, so the next call of the account may go out while this outcome is recorded.
  if (outcome.kind === 'success') leaveLane();
  await deps.reached('response_received');
  const result = await persistently(() => conclude(outcome));
  await deps.reached('outcome_stored');
  return result;
}
