import { isCancellation, proxyActivities, proxyLocalActivities, TemporalFailure } from '@temporalio/workflow';
import type { Activities, StatusSnapshot, StepAnswer, StepRequest } from '../src/core/engine/contracts.ts';

/**
 * The longest time of a step. Its call to V2 is bounded well below this, so a step that takes longer belongs to a
 * worker that hangs or is gone.
 */
const STEP_TIMEOUT = '60 seconds';

/**
 * The activities as local ones: most of what a step costs in Temporal is the round trip of a task, which a local
 * activity saves.
 */
const local = proxyLocalActivities<Activities>({
  startToCloseTimeout: STEP_TIMEOUT,
  retry: { maximumAttempts: 3, initialInterval: '100 milliseconds', backoffCoefficient: 3 },
});

const lasting = proxyActivities<Activities>({
  startToCloseTimeout: STEP_TIMEOUT,
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

export function perform(request: StepRequest, summary: string): Promise<StepAnswer> {
  return lastingly(
    () => local.perform.executeWithOptions({ summary }, [request]),
    () => lasting.perform.executeWithOptions({ summary }, [request]),
  );
}

export function settle(snapshot: StatusSnapshot, summary: string): Promise<void> {
  return lastingly(
    () => local.settle.executeWithOptions({ summary }, [snapshot]),
    () => lasting.settle.executeWithOptions({ summary }, [snapshot]),
  );
}

/**
 * Tries locally a few times, then as a normal activity until it works. Every retry of a local activity goes into the history,
 * so hours without a database would fill it; those of a normal one are counted by the server outside of it.
 */
async function lastingly<T>(locally: () => Promise<T>, normally: () => Promise<T>): Promise<T> {
  try {
    return await locally();
  } catch (error) {
    if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
    return await normally();
  }
}
