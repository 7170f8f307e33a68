import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { campaignWorkflowId, enrollmentWorkflowId } from '../../core/engine/contracts.ts';

/** What Temporal knows of an enrollment's workflow. */
export type Found =
  | { readonly is: 'running' }
  /** It has come to its end, with this outcome. */
  | { readonly is: 'ended'; readonly outcome: string }
  /** It was ended from outside, or is not known. */
  | { readonly is: 'lost' }
  /** It runs, but Temporal has forgotten what it had come to: it was set back to an earlier time. */
  | { readonly is: 'behind'; readonly run_id: string };

/** `told`: the run that last told where it stands, and how long its history was then. */
export async function lookUpEnrollment(
  client: Client,
  id: string,
  told: { readonly run_id: string | null; readonly events: number },
): Promise<Found> {
  const workflowId = enrollmentWorkflowId(id);
  const found = await describe(client, workflowId);
  if (found === null) return { is: 'lost' };
  const { runId: run_id, status, historyLength } = found;
  const forgotten =
    told.run_id !== null &&
    (told.run_id === run_id ? historyLength < told.events : (await describe(client, workflowId, told.run_id)) === null);
  if (status.name === 'RUNNING') return forgotten ? { is: 'behind', run_id } : { is: 'running' };
  if (status.name !== 'COMPLETED' || forgotten) return { is: 'lost' };
  return { is: 'ended', outcome: String(await client.workflow.getHandle(workflowId, run_id).result()) };
}

/** Whether this import of a campaign is at work. */
export async function isImporting(client: Client, campaignId: string, run: number): Promise<boolean> {
  const found = await describe(client, campaignWorkflowId(campaignId, run));
  return found?.status.name === 'RUNNING';
}

/** Ends a run from outside, unless it has ended. */
export async function endRun(client: Client, id: string, runId: string): Promise<void> {
  try {
    await client.workflow
      .getHandle(enrollmentWorkflowId(id), runId)
      .terminate('Its walk goes on from what Postgres holds');
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

async function describe(client: Client, workflowId: string, runId?: string) {
  try {
    return await client.workflow.getHandle(workflowId, runId).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
