import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { enrollmentWorkflowId } from '../../core/engine/contracts.ts';

/** How far a walk was when it last asked for something: its run, as Temporal names it, and the events of that run's history then. */
export interface Reported {
  readonly run_id: string;
  readonly events: number;
}

/** Events of a step and of what wakes a walk that waits. */
const NEWEST = 50;

/**
 * Reads what a workflow at rest has reported. A workflow that waits has written its position, together with the last request that it made. Null: it
 * is at work, has ended, is not known, or has made no request lately.
 */
export async function readReported(client: Client, id: string): Promise<Reported | null> {
  const workflowId = enrollmentWorkflowId(id);
  const { namespace } = client.options;
  try {
    const { status, runId, raw, historyLength } = await client.workflow.getHandle(workflowId).describe();
    const isBusy = Boolean(raw.pendingWorkflowTask) || (raw.pendingActivities ?? []).length > 0;
    if (status.name !== 'RUNNING' || isBusy) return null;
    const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
      ...{ namespace, execution: { workflowId, runId }, maximumPageSize: NEWEST },
    });
    // What came after it was seen at rest may be under way.
    const events = (history?.events ?? []).filter(({ eventId }) => Number(eventId) <= historyLength);
    const began = beganBefore(events, events.find(isStep)?.markerRecordedEventAttributes?.workflowTaskCompletedEventId);
    return began === null ? null : { run_id: runId, events: began };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** A step, and what writes where a walk stands, is carried out within a task, and leaves a marker. */
const isStep = ({ markerRecordedEventAttributes: marker }: HistoryEvent): boolean =>
  marker?.markerName === 'core_local_activity';

/**
 * The event that began the task which ended so. One that only kept a long step alive ends in the next, without anything in between: then it is the first
 * of these in which the step was asked for. Null: it is not among these events.
 */
function beganBefore(events: readonly HistoryEvent[], completed: unknown): number | null {
  const byId = new Map(events.map((event) => [Number(event.eventId), event]));
  const beganOf = (id: number): number | null => {
    const began = byId.get(id)?.workflowTaskCompletedEventAttributes?.startedEventId;
    return began === undefined || began === null ? null : Number(began);
  };
  let began = completed === undefined || completed === null ? null : beganOf(Number(completed));
  for (let before = began; before !== null; before = beganOf(before - 2)) began = before;
  return began;
}
