import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import {
  CLOCK_SIGNAL,
  type EnrollmentEvent,
  EVENT_SIGNAL,
  enrollmentWorkflowId,
  MOVE_SIGNAL,
  type PlanReference,
} from '../../core/engine/contracts.ts';
import type { MoveEvent } from '../../core/engine/move.ts';
import { ENROLLMENT_EVENT, MOVE_EVENT } from '../../core/engine/schema/chains.ts';
import { upToDate } from '../../core/engine/schema/up-to-date.ts';
import type { ClockSetting } from '../../shared/kit/clock.ts';

/** `gone`: the workflow has ended, or never was. */
export type Signaled = 'delivered' | 'gone';

/**
 * Signals an event in its present shape: the outbox may hold one of an older version. It never starts a workflow: an event must not bring an ended
 * enrollment back to life.
 */
export function signalEnrollment(client: Client, enrollmentId: string, event: EnrollmentEvent): Promise<Signaled> {
  return signal(client, enrollmentId, EVENT_SIGNAL, [upToDate(ENROLLMENT_EVENT, event)]);
}

/** The clock of virtual time was moved or sped up. */
export function signalClock(client: Client, enrollmentId: string, clock: ClockSetting): Promise<Signaled> {
  return signal(client, enrollmentId, CLOCK_SIGNAL, [clock]);
}

/** Signals a move to another version of the sequence. The plan goes as an argument of its own, which the payload codec makes a reference. */
export function moveEnrollment(client: Client, enrollmentId: string, move: MoveEvent): Promise<Signaled> {
  const plan: PlanReference = { overture_plan: move.digest };
  return signal(client, enrollmentId, MOVE_SIGNAL, [upToDate(MOVE_EVENT, move), plan]);
}

async function signal(client: Client, enrollmentId: string, name: string, args: unknown[]): Promise<Signaled> {
  try {
    await client.workflow.getHandle(enrollmentWorkflowId(enrollmentId)).signal(name, ...args);
    return 'delivered';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'gone';
    throw error;
  }
}
