import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { enrollmentWorkflowId } from '../../core/engine/contracts.ts';

/** Whether its workflow has a task or an activity under way; a step that is being performed is a task that is. */
export async function isEnrollmentBusy(client: Client, id: string): Promise<boolean> {
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
