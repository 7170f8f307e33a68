import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { type ReplayResult, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { CAMPAIGN_WORKFLOW } from '../../core/engine/contracts.ts';
import type { WorkflowBundle } from './workflow-bundle.ts';

/** The outcome of replaying the history of one running workflow. */
export interface Replayed {
  readonly workflow_id: string;
  /** Null: the bundle goes the way that the history went. */
  readonly failure: ReplayFailure | null;
}

export interface ReplayFailure {
  /** `nondeterminism`: the code asks for something else than the history holds. `unreadable`: it does not get so far. */
  readonly kind: 'nondeterminism' | 'unreadable';
  readonly message: string;
}

/** Replays what these workflows have done so far with that bundle, one after the other. Those that are not known any more, or have done nothing yet, are left out. */
export async function* replayRunning(
  client: Client,
  workflowIds: readonly string[],
  code: { readonly workflowBundle: WorkflowBundle; readonly dataConverter: DataConverter },
): AsyncGenerator<Replayed> {
  const replays = Worker.runReplayHistories(code, histories(client, workflowIds));
  for await (const { workflowId, error } of replays) {
    yield { workflow_id: workflowId, failure: error === undefined ? null : failureOf(error) };
  }
}

/** Workflows of campaigns whose import is under way. */
export async function listRunningImports(client: Client, most: number): Promise<string[]> {
  const found: string[] = [];
  const query = `WorkflowType = '${CAMPAIGN_WORKFLOW}' and ExecutionStatus = 'Running'`;
  for await (const { workflowId } of client.workflow.list({ query, pageSize: most })) {
    if (found.push(workflowId) >= most) break;
  }
  return found;
}

async function* histories(client: Client, workflowIds: readonly string[]) {
  for (const workflowId of workflowIds) {
    const history = await fetchHistory(client, workflowId);
    // Without a finished task there is nothing that another code could contradict.
    if (history?.events?.some((event) => event.workflowTaskCompletedEventAttributes)) yield { workflowId, history };
  }
}

async function fetchHistory(client: Client, workflowId: string): Promise<temporal.api.history.v1.IHistory | null> {
  try {
    return await client.workflow.getHandle(workflowId).fetchHistory();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

function failureOf(error: NonNullable<ReplayResult['error']>): ReplayFailure {
  const [message = ''] = error.message.split('\n');
  return { kind: error instanceof DeterminismViolationError ? 'nondeterminism' : 'unreadable', message };
}
