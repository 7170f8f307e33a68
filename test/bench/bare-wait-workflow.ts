import { sleep } from '@temporalio/workflow';

/** A workflow that only waits: the measure for an enrollment that waits. */
export async function bareWait(): Promise<void> {
  await sleep('30 days');
}
