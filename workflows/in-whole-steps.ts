import { CancellationScope } from '@temporalio/workflow';

/**
 * Runs it in a scope that nobody cancels: half a step must not be left behind, nor a row that says that all goes on. `cancelled` is called once,
 * when somebody asks to cancel the workflow, and what runs ends by itself.
 */
export function inWholeSteps<T>(run: () => Promise<T>, cancelled: () => void): Promise<T> {
  CancellationScope.current().cancelRequested.catch(cancelled);
  return CancellationScope.nonCancellable(run);
}
