import { channel } from 'node:diagnostics_channel';

/** The points to which a step comes, in this order. */
export type StepPoint =
  | 'before_intent'
  | 'intent_committed'
  | 'response_received'
  | 'outcome_stored'
  | 'activity_completed';

const points = channel('overture:step-point');

/**
 * Publishes the point as `{ point }` to those who watch the process from outside. It costs nothing while nobody does.
 */
export function publishPoint(point: StepPoint): void {
  if (points.hasSubscribers) points.publish({ point });
}
