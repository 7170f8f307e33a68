import { type ErasureMap, NO_WORDS, OF_ENROLLMENT, OF_LEAD, OUR_OWN } from '../table-answer.ts';

/** Tables of what others were told, or are to be told. A receiver has what it was sent: `lead.erased` tells it of the erasure. */
export const WEBHOOK_TABLES: ErasureMap = {
  // The deliveries of an event go with it.
  outgoing_events: {
    persons: OF_LEAD,
    persons_if_named: 'lead_id is null',
    removes: ['event_id', 'type', 'lead_id', 'payload', 'created_at'],
  },
  announcements: {
    persons: `${OF_LEAD} or ${OF_ENROLLMENT}`,
    persons_if_named: `type = 'lead.suppressed'`,
    removes: ['id', 'type', 'at', 'enrollment_id', 'lead_id', 'campaign_id', 'account_id', 'detail'],
  },
  deliveries: {
    keeps: {
      [NO_WORDS]: [
        ...['delivery_id', 'webhook_id', 'event_id', 'event_type', 'state', 'replay', 'attempts', 'due_at', 'held'],
        ...['lease', 'wall_lease_until', 'headers', 'created_at', 'queue', 'place'],
      ],
    },
  },
  delivery_attempts: { keeps: { [NO_WORDS]: ['delivery_id', 'attempt', 'at', 'status', 'error', 'duration_ms'] } },
  webhooks: {
    keeps: {
      [OUR_OWN]: [
        ...['id', 'url', 'description', 'events', 'status', 'status_reason', 'sealed_secret', 'former_sealed_secret'],
        ...['wall_former_until', 'cursor', 'failing_since', 'created_at', 'asks_for_waits'],
      ],
    },
  },
  former_webhook_secrets: { keeps: { [OUR_OWN]: ['webhook_id', 'sealed_secret', 'wall_until'] } },
  stream_watch: { keeps: { [NO_WORDS]: ['one', 'wall_until'] } },
};
