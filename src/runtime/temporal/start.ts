import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import {
  CAMPAIGN_WORKFLOW,
  type CampaignStart,
  campaignWorkflowId,
  ENROLLMENT_WORKFLOW,
  type EnrollmentStart,
  enrollmentWorkflowId,
  type PlanReference,
  TASK_QUEUE,
} from '../../core/engine/contracts.ts';
import { CAMPAIGN_START } from '../../core/engine/schema/chains.ts';
import { writeEnrollmentStart } from '../../core/engine/schema/read-inputs.ts';
import { stamped } from '../../core/engine/schema/up-to-date.ts';
import type { ClockSetting } from '../../shared/kit/clock.ts';

export type Started = 'started' | 'already_there';

/** Starts the enrollment's one workflow. Asked twice, or after its end, it starts nothing: the row in Postgres is the truth. */
export function startEnrollment(
  client: Client,
  { enrollment_id, digest, clock }: { enrollment_id: string; digest: string; clock: ClockSetting },
): Promise<Started> {
  const start: EnrollmentStart = writeEnrollmentStart({ enrollment_id, clock });
  const plan: PlanReference = { overture_plan: digest };
  return startOnce(client, ENROLLMENT_WORKFLOW, enrollmentWorkflowId(enrollment_id), [start, plan]);
}

/** Starts an import of the campaign: the first, or the one that goes on after it failed or rows were opened again. */
export function startCampaign(client: Client, { campaign_id }: CampaignStart, run = 1): Promise<Started> {
  return startOnce(client, CAMPAIGN_WORKFLOW, campaignWorkflowId(campaign_id, run), [
    stamped(CAMPAIGN_START, { campaign_id }),
  ]);
}

async function startOnce(client: Client, type: string, workflowId: string, args: unknown[]): Promise<Started> {
  try {
    await client.workflow.start(type, {
      args,
      workflowId,
      taskQueue: TASK_QUEUE,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
    return 'started';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'already_there';
    throw error;
  }
}
