import { Client, Connection } from '@temporalio/client';
import { enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import { percentile } from '../support/percentile.ts';

/** When each thing happened on the way from an event to the call that answers it, wall milliseconds. */
export interface Reaction {
  readonly enrollment_id: string;
  readonly received: number;
  readonly intended: number;
  readonly called: number;
}

/** Divides the time of the reactions into phases, by Temporal's own histories: median and 95th percentile of each. */
export async function reactionPhases(address: string, reactions: readonly Reaction[]): Promise<string[]> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection });
    const walked = [];
    for (const reaction of reactions) {
      const handle = client.workflow.getHandle(enrollmentWorkflowId(reaction.enrollment_id));
      const events = (await handle.fetchHistory()).events ?? [];
      const at = (index: number) => millisOf(events[index]?.eventTime);
      const signal = events.findIndex((event) => event.workflowExecutionSignaledEventAttributes);
      const begun = events.findIndex((event, index) => index > signal && event.workflowTaskStartedEventAttributes);
      if (signal >= 0 && begun >= 0) walked.push({ ...reaction, signaled: at(signal), begun: at(begun) });
    }
    const phase = (name: string, times: readonly number[]) =>
      `${name}: p50 ${share(times, 0.5)} ms, p95 ${share(times, 0.95)} ms`;
    return [
      phase(
        'received → Temporal was told',
        walked.map(({ received, signaled }) => signaled - received),
      ),
      phase(
        'told → the worker has the task',
        walked.map(({ signaled, begun }) => begun - signaled),
      ),
      phase(
        'task → intent',
        walked.map(({ begun, intended }) => intended - begun),
      ),
      phase(
        'intent → call arrived',
        walked.map(({ intended, called }) => called - intended),
      ),
    ];
  } finally {
    await connection.close();
  }
}

/** The value that a share of all do not exceed. */
export const share = (values: readonly number[], part: number): number => Math.round(percentile(values, part));

const millisOf = (time: { seconds?: unknown; nanos?: number | null } | null | undefined): number =>
  Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6;
