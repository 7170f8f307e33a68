import {
  isSubscribed,
  isWantedDirection,
  type MessageDirection,
  type SubscriptionFilter,
} from '../../contract/subscriptions.ts';
import type { ActivityEvent } from './event-sink.ts';

export interface Subscription {
  readonly mode: 'hosted' | 'custom';
  readonly events: readonly SubscriptionFilter[];
  readonly message_type: MessageDirection;
}

/** Whether a webhook sees an event. Hosted ones take every type (spec: Subscription filters, rule 3). */
export function sees(webhook: Subscription, { type, direction }: Pick<ActivityEvent, 'type' | 'direction'>): boolean {
  return observes(webhook, type) && isWantedDirection(webhook.message_type, type, direction);
}

/** Whether a webhook sees events of this type at all. */
export function observes(webhook: Pick<Subscription, 'mode' | 'events'>, type: ActivityEvent['type']): boolean {
  return webhook.mode === 'hosted' || isSubscribed(webhook.events, type);
}
