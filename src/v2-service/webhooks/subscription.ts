import type { ActivityEvent } from '../context.ts';

/** spec: Subscription filters and event types. */
export const SUBSCRIPTION_FILTERS = [
  'message_received',
  'accepted_invitation',
  'invitation_received',
  'email_bounced',
  'all',
] as const;
export type SubscriptionFilter = (typeof SUBSCRIPTION_FILTERS)[number];

export const MESSAGE_DIRECTIONS = ['all', 'incoming', 'outgoing'] as const;
export type MessageDirection = (typeof MESSAGE_DIRECTIONS)[number];

export interface Subscription {
  readonly mode: 'hosted' | 'custom';
  readonly events: readonly string[];
  readonly message_type: MessageDirection;
}

/** The filters that let a type through; `disconnection` passes every one. */
const FILTERS_OF: Record<ActivityEvent['type'], readonly SubscriptionFilter[] | 'every'> = {
  message: ['message_received', 'all'],
  accepted_invitation: ['accepted_invitation', 'all'],
  invitation_received: ['invitation_received', 'all'],
  email_bounced: ['email_bounced', 'message_received', 'all'],
  disconnection: 'every',
};

/**
 * Whether a webhook sees an event. Hosted ones take every type (rule 3); the direction is that of messages only: an accepted
 * invitation has none.
 */
export function sees(webhook: Subscription, event: Pick<ActivityEvent, 'type' | 'direction'>): boolean {
  const rightDirection =
    event.type !== 'message' || webhook.message_type === 'all' || webhook.message_type === event.direction;
  return rightDirection && (webhook.mode === 'hosted' || letsThrough(webhook.events, event.type));
}

export function letsThrough(events: readonly string[], type: ActivityEvent['type']): boolean {
  const filters = FILTERS_OF[type];
  return filters === 'every' || filters.some((filter) => events.includes(filter));
}
