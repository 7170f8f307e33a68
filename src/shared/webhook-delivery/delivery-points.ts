import { channel } from 'node:diagnostics_channel';

/**
 * The points that an event comes to on its way to a receiver, in this order; the first three only where events are followed to
 * be queued.
 */
export type DeliveryPoint =
  | 'texts_kept'
  | 'deliveries_queued'
  | 'queue_committed'
  | 'claimed'
  | 'answered'
  | 'recorded';

const points = channel('overture:delivery-point');

/** Tells those who watch the process from outside, as `{ point }`. It costs nothing while nobody does. */
export function publishPoint(point: DeliveryPoint): void {
  if (points.hasSubscribers) points.publish({ point });
}
