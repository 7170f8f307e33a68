import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Priority } from '@temporalio/common';
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
import { type FoundBy, startFindable } from './search-attributes.ts';

/** The namespace does not know the attributes that a workflow is found by; it was started without them. */
export type OnRefused = (error: unknown) => void;

export type Started = 'started' | 'already_there';

/** Starts the enrollment's one workflow. Asked twice, or after its end, it starts nothing: the row in Postgres is the truth. */
export function startEnrollment(
  client: Client,
  start_of: { enrollment_id: string; digest: string; clock: ClockSetting; found_by?: FoundBy },
  onRefused?: OnRefused,
): Promise<Started> {
  const { enrollment_id, digest, clock, found_by } = start_of;
  const start: EnrollmentStart = writeEnrollmentStart({ enrollment_id, clock });
  const plan: PlanReference = { overture_plan: digest };
  const workflow = { type: ENROLLMENT_WORKFLOW, workflowId: enrollmentWorkflowId(enrollment_id), args: [start, plan] };
  return startOnce(client, workflow, found_by, onRefused);
}

/**
 * The priority of imports among what waits in Temporal's queue, where walks have the one in the middle, 3. Thousands of people may begin at once, and an import that came
 * after them would wait until the last of them has made its first step. It takes a task only for each page, so the walks do not notice.
 */
const BEFORE_WALKS: Priority = { priorityKey: 1 };

/** Starts an import of the campaign: the first, or the one that goes on after it failed or rows were opened again. */
export function startCampaign(
  client: Client,
  { campaign_id, found_by }: CampaignStart & { readonly found_by?: FoundBy },
  run = 1,
  onRefused?: OnRefused,
): Promise<Started> {
  const args = [stamped(CAMPAIGN_START, { campaign_id })];
  const workflow = {
    ...{ type: CAMPAIGN_WORKFLOW, workflowId: campaignWorkflowId(campaign_id, run), args },
    priority: BEFORE_WALKS,
  };
  return startOnce(client, workflow, found_by, onRefused);
}

interface StartedOnce {
  readonly type: string;
  readonly workflowId: string;
  readonly args: unknown[];
  readonly priority?: Priority;
}

async function startOnce(
  client: Client,
  { type, ...options }: StartedOnce,
  found_by: FoundBy | undefined,
  onRefused: OnRefused | undefined,
): Promise<Started> {
  const start = (more: object) =>
    client.workflow.start(type, {
      ...options,
      taskQueue: TASK_QUEUE,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
      ...more,
    });
  try {
    await startFindable(client, found_by, start, onRefused);
    return 'started';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'already_there';
    throw error;
  }
}
