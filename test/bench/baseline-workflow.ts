import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { BaselineActivities } from './baseline-worker.ts';

const { visit, invite, message } = proxyActivities<BaselineActivities>({ startToCloseTimeout: '30 seconds' });
export const accepted = defineSignal('accepted');

/** The benchmark's sequence as one would write it by hand: no plan, no limits, no intents, no timeline, no stop on reply. */
export async function baseline(profileUrl: string): Promise<string> {
  let isAccepted = false;
  setHandler(accepted, () => {
    isAccepted = true;
  });
  await visit(profileUrl);
  await invite(profileUrl);
  if (!(await condition(() => isAccepted, '7 days'))) return 'no_answer';
  await message(profileUrl);
  return 'completed';
}

/** The same; its activities have the least of guards. */
export const guarded = (profileUrl: string): Promise<string> => baseline(profileUrl);
