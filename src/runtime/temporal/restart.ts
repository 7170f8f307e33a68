import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import {
  ENROLLMENT_WORKFLOW,
  type EnrollmentStart,
  enrollmentWorkflowId,
  type PlanReference,
  TASK_QUEUE,
} from '../../core/engine/contracts.ts';
import { writeEnrollmentStart } from '../../core/engine/schema/read-inputs.ts';
import { type FoundBy, startFindable } from './search-attributes.ts';
import type { OnRefused, Started } from './start.ts';

/**
 * Another run of an enrollment whose first one ended as failed. While that one is still closing this throws, to be tried again.
 * Asked twice it is one run; should it have ended in between, a further one finds every step in the ledger and the row ended.
 */
export async function restartEnrollment(
  client: Client,
  restart: EnrollmentStart & { readonly digest: string; readonly again: string; readonly found_by?: FoundBy },
  onRefused?: OnRefused,
): Promise<Started> {
  const { digest, again, found_by, ...start } = restart;
  const plan: PlanReference = { overture_plan: digest };
  const workflowId = enrollmentWorkflowId(start.enrollment_id);
  const begin = (more: object) =>
    client.workflow.start(ENROLLMENT_WORKFLOW, {
      ...{ args: [writeEnrollmentStart(start), plan], workflowId, taskQueue: TASK_QUEUE, memo: { again } },
      ...{ workflowIdReusePolicy: 'ALLOW_DUPLICATE', workflowIdConflictPolicy: 'FAIL' },
      ...more,
    });
  try {
    await startFindable(client, found_by, begin, onRefused);
    return 'started';
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    const { memo } = await client.workflow.getHandle(workflowId).describe();
    if (memo?.again !== again) throw error;
    return 'already_there';
  }
}
