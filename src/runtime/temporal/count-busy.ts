import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { enrollmentWorkflowId } from '../../core/engine/contracts.ts';

const AT_ONCE = 25;

/** How many of these enrollments' workflows have a task or an activity under way; a step that is being performed is a task that is. */
export async function countBusy(client: Client, ids: readonly string[]): Promise<number> {
  const left = [...ids];
  let busy = 0;
  const look = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) if (await isBusy(client, id)) busy += 1;
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, look));
  return busy;
}

async function isBusy(client: Client, id: string): Promise<boolean> {
  try {
    const { status, raw } = await client.workflow.getHandle(enrollmentWorkflowId(id)).describe();
    if (status.name !== 'RUNNING') return false;
    return Boolean(raw.pendingWorkflowTask) || (raw.pendingActivities ?? []).length > 0;
  } catch (error) {
    // Whoever looks for lost workflows takes it up again.
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
