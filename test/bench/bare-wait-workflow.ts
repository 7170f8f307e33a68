import { sleep } from '@temporalio/workflow';

/** What an enrollment that waits is held against: a workflow that does nothing else. */
export async function bareWait(): Promise<void> {
  await sleep('30 days');
}
