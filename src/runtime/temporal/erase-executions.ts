import { type Client, isGrpcServiceError } from '@temporalio/client';
import { enrollmentWorkflowId } from '../../core/engine/contracts.ts';

/** `going`: something was there still; it is asked to go, and whoever asks again finds out. */
export type Erased = 'gone' | 'going';

/**
 * Deletes every run of an enrollment's workflow with its history. One that still runs is ended first, where `end` says so: its walk has been
 * told to stop, and a history that is deleted while a step is under way could be written on. Asked again until it is `gone`.
 */
export async function eraseExecutions(
  client: Client,
  enrollmentId: string,
  { end }: { readonly end: boolean },
): Promise<Erased> {
  const workflowId = enrollmentWorkflowId(enrollmentId);
  const runs = await findRuns(client, workflowId);
  for (const { run_id, running } of runs) {
    if (running && !end) continue;
    if (running)
      await client.workflow.getHandle(workflowId, run_id).terminate('The person was erased').catch(unlessGone);
    await deleteRun(client, workflowId, run_id);
  }
  return runs.length === 0 ? 'gone' : 'going';
}

/** How many runs of it Temporal still has. */
export async function countRuns(client: Client, enrollmentId: string): Promise<number> {
  return (await findRuns(client, enrollmentWorkflowId(enrollmentId))).length;
}

interface Run {
  readonly run_id: string;
  readonly running: boolean;
}

/** The last run is known at once, the others as soon as they can be listed, or from the first event of the one that followed them. */
async function findRuns(client: Client, workflowId: string): Promise<Run[]> {
  const found = new Map<string, Run>();
  const last = await describe(client, workflowId);
  if (last !== null) found.set(last.run_id, last);
  for await (const { runId } of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
    // What is listed may have gone since.
    const run = found.get(runId) ?? (await describe(client, workflowId, runId));
    if (run !== null) found.set(run.run_id, run);
  }
  for (const { run_id } of [...found.values()]) {
    for (let before = await runBefore(client, workflowId, run_id); before !== null && !found.has(before.run_id); ) {
      found.set(before.run_id, before);
      before = await runBefore(client, workflowId, before.run_id);
    }
  }
  return [...found.values()];
}

async function describe(client: Client, workflowId: string, runId?: string): Promise<Run | null> {
  try {
    const { runId: run_id, status } = await client.workflow.getHandle(workflowId, runId).describe();
    return { run_id, running: status.name === 'RUNNING' };
  } catch (error) {
    return unlessGone(error);
  }
}

/** The run that this one continues. */
async function runBefore(client: Client, workflowId: string, runId: string): Promise<Run | null> {
  try {
    const { history } = await client.workflowService.getWorkflowExecutionHistory({
      ...{ namespace: client.options.namespace, execution: { workflowId, runId }, maximumPageSize: 1 },
    });
    const before = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId;
    return before ? await describe(client, workflowId, before) : null;
  } catch (error) {
    return unlessGone(error);
  }
}

async function deleteRun(client: Client, workflowId: string, runId: string): Promise<void> {
  const { namespace } = client.options;
  await client.workflowService
    .deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } })
    .catch(unlessGone);
}

const NOT_FOUND = 5;

/** Null where it is gone by now. */
function unlessGone(error: unknown): null {
  const cause = error instanceof Error && 'cause' in error ? error.cause : undefined;
  const isGone = (one: unknown) => isGrpcServiceError(one) && one.code === NOT_FOUND;
  if (isGone(error) || isGone(cause) || (error instanceof Error && error.name === 'WorkflowNotFoundError')) return null;
  throw error;
}
