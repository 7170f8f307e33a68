import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { CLOCK_SIGNAL, type EnrollmentEvent, EVENT_SIGNAL, enrollmentWorkflowId } from '../engine/contracts.ts';
import type { ClockSetting } from '../kit/clock.ts';

/** `gone`: the workflow has ended, or never was. */
export type Signaled = 'delivered' | 'gone';

/** Never starts a workflow: an event must not bring an ended enrollment back to life. */
export function signalEnrollment(client: Client, enrollmentId: string, event: EnrollmentEvent): Promise<Signaled> {
  return signal(client, enrollmentId, EVENT_SIGNAL, event);
}

/** The world's clock was moved or sped up. */
export function signalClock(client: Client, enrollmentId: string, clock: ClockSetting): Promise<Signaled> {
  return signal(client, enrollmentId, CLOCK_SIGNAL, clock);
}

async function signal(client: Client, enrollmentId: string, name: string, payload: unknown): Promise<Signaled> {
  try {
    await client.workflow.getHandle(enrollmentWorkflowId(enrollmentId)).signal(name, payload);
    return 'delivered';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'gone';
    throw error;
  }
}
