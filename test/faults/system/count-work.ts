import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { enrollmentWorkflowId } from '../../../src/core/engine/contracts.ts';
import type { System } from './system.ts';

/** Counts of Temporal's work for people. They are the same on a machine that is busy with other things; times are not. */
export interface Work {
  readonly people: number;
  /** Tasks that a worker took. */
  tasks: number;
  /** Taken and not answered in time: what was begun is done again. */
  timed_out: number;
  /** Waits that began: each step that is put off begins one. */
  waits: number;
  /** Waits that came to their end, rather than being ended by somebody who wakes. */
  ended_by_time: number;
}

const { EventType } = proto.temporal.api.enums.v1;

/** From one moment to another, in wall milliseconds. */
export async function countWork(
  system: System,
  ids: readonly string[],
  since: number,
  until = Number.POSITIVE_INFINITY,
): Promise<Work> {
  const work = { people: ids.length, tasks: 0, timed_out: 0, waits: 0, ended_by_time: 0 };
  const connection = await Connection.connect({ address: system.temporal().address });
  try {
    const client = new Client({ connection });
    for (const id of ids) {
      const { events } = await client.workflow.getHandle(enrollmentWorkflowId(id)).fetchHistory();
      for (const { eventType, eventTime } of events ?? []) {
        const at = Number(eventTime?.seconds ?? 0) * 1000 + (eventTime?.nanos ?? 0) / 1e6;
        if (at < since || at >= until) continue;
        if (eventType === EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED) work.tasks++;
        if (eventType === EventType.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT) work.timed_out++;
        if (eventType === EventType.EVENT_TYPE_TIMER_STARTED) work.waits++;
        if (eventType === EventType.EVENT_TYPE_TIMER_FIRED) work.ended_by_time++;
      }
    }
  } finally {
    await connection.close();
  }
  return work;
}
