import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { campaignWorkflowId, enrollmentWorkflowId } from '../../core/engine/contracts.ts';
import { planReferences } from './plan-codec.ts';

/** The state of an enrollment's workflow in Temporal. */
export type Found =
  | { readonly status: 'running' }
  /** The workflow has come to its end, with this outcome. */
  | { readonly status: 'ended'; readonly outcome: string }
  /** The workflow was ended from outside, or is not known. */
  | { readonly status: 'lost' }
  /** The workflow runs, but no worker can begin its task. The plans that its history names are known by their digests; this is the last one. */
  | { readonly status: 'stuck'; readonly digest: string | null }
  /** The workflow runs, but Temporal has forgotten what it had come to: it was set back to an earlier time. */
  | { readonly status: 'behind'; readonly run_id: string };

/** Tries of one workflow task; a worker that dies costs one. */
const STUCK_AFTER = 4;

/** The run that wrote the last snapshot, how long its history was then, and when that was by the workflow's own clock. */
interface LastSnapshot {
  readonly run_id: string | null;
  readonly events: number;
  /** Null: an older version wrote it. */
  readonly wall_told_at: Date | null;
}

export async function lookUpEnrollment(client: Client, id: string, snapshot: LastSnapshot): Promise<Found> {
  const workflowId = enrollmentWorkflowId(id);
  const found = await describe(client, workflowId);
  if (found === null) return { status: 'lost' };
  const { runId: run_id, status, historyLength } = found;
  const forgotten =
    snapshot.run_id !== null &&
    (snapshot.run_id === run_id
      ? historyLength < snapshot.events
      : (await describe(client, workflowId, snapshot.run_id)) === null);
  if (status.name === 'RUNNING') {
    if (forgotten || (await isWrittenAnew(client, workflowId, run_id, snapshot))) return { status: 'behind', run_id };
    return triesOf(found) < STUCK_AFTER
      ? { status: 'running' }
      : { status: 'stuck', digest: await lastPlan(client, workflowId, run_id) };
  }
  if (status.name !== 'COMPLETED' || forgotten) return { status: 'lost' };
  return { status: 'ended', outcome: String(await client.workflow.getHandle(workflowId, run_id).result()) };
}

/**
 * Whether a history that is long enough is nevertheless another one than the snapshot's. A worker that ran on while Temporal was set back to an
 * earlier time answers from its memory: the history grows, though no other worker could replay it, so its length proves nothing.
 * But the last event that the snapshot counted had begun a task, no later than the snapshot was written.
 */
async function isWrittenAnew(
  client: Client,
  workflowId: string,
  runId: string,
  snapshot: LastSnapshot,
): Promise<boolean> {
  if (snapshot.run_id !== runId || snapshot.wall_told_at === null) return false;
  const event = await findEvent(client, { workflowId, runId }, snapshot.events);
  const { seconds, nanos } = event?.eventTime ?? {};
  if (!event?.workflowTaskStartedEventAttributes) return true;
  return Number(seconds ?? 0) * 1000 + Math.floor((nanos ?? 0) / 1e6) > snapshot.wall_told_at.getTime();
}

/** Finds an event by its id, from the end of the history, near which it is. */
async function findEvent(client: Client, execution: { workflowId: string; runId: string }, id: number) {
  const { namespace } = client.options;
  let nextPageToken: Uint8Array | null | undefined;
  do {
    const page = await client.workflowService.getWorkflowExecutionHistoryReverse({
      ...{ namespace, execution, maximumPageSize: 20 },
      ...(nextPageToken ? { nextPageToken } : {}),
    });
    const events = page.history?.events ?? [];
    const found = events.find(({ eventId }) => Number(eventId) === id);
    if (found || events.some(({ eventId }) => Number(eventId) < id)) return found ?? null;
    ({ nextPageToken } = page);
  } while (nextPageToken && nextPageToken.length > 0);
  return null;
}

/** Whether its workflow runs, or has come to its end; false: it was ended from outside, or Temporal does not know it. */
export async function isWalkThere(client: Client, id: string): Promise<boolean> {
  const found = await describe(client, enrollmentWorkflowId(id));
  return found !== null && (found.status.name === 'RUNNING' || found.status.name === 'COMPLETED');
}

/** The plan that it began with, or was moved to since: its reference is readable without a key. */
async function lastPlan(client: Client, workflowId: string, runId: string): Promise<string | null> {
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  const named = (events ?? []).flatMap(
    ({ workflowExecutionStartedEventAttributes: began, workflowExecutionSignaledEventAttributes: signal }) =>
      planReferences((began ?? signal)?.input?.payloads ?? []),
  );
  return named.at(-1) ?? null;
}

/**
 * Whether this import of a campaign is at work. One whose task no worker can begin is ended, whatever the reason: where it is stands in
 * Postgres, so a further one goes on from there.
 */
export async function isImporting(client: Client, campaignId: string, run: number): Promise<boolean> {
  const workflowId = campaignWorkflowId(campaignId, run);
  const found = await describe(client, workflowId);
  if (found?.status.name !== 'RUNNING') return false;
  if (triesOf(found) < STUCK_AFTER) return true;
  await terminate(client, workflowId, found.runId, 'Its import goes on in a further workflow');
  return false;
}

/** Ends a run from outside, unless it has ended. */
export function endRun(client: Client, id: string, runId: string): Promise<void> {
  return terminate(client, enrollmentWorkflowId(id), runId, 'Its walk goes on from what Postgres holds');
}

async function terminate(client: Client, workflowId: string, runId: string, reason: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId, runId).terminate(reason);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

const triesOf = ({ raw }: { readonly raw: { readonly pendingWorkflowTask?: { attempt?: number | null } | null } }) =>
  raw.pendingWorkflowTask?.attempt ?? 0;

async function describe(client: Client, workflowId: string, runId?: string) {
  try {
    return await client.workflow.getHandle(workflowId, runId).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
