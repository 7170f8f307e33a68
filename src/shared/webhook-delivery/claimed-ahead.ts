import type { ClaimedDelivery } from './delivery-store.ts';

/** Deliveries that are claimed and wait, in memory, for a slot of their webhook: its next one needs no look at the database. */
export interface ClaimedAhead {
  add(delivery: ClaimedDelivery): void;
  /** The next of the webhook's; undefined: none waits. */
  take(webhook_id: string): Waiting | undefined;
  of(webhook_id: string): number;
  /** Gives up those of the webhook, and says which they were. */
  drop(webhook_id: string): readonly ClaimedDelivery[];
  dropAll(): readonly ClaimedDelivery[];
}

interface Waiting {
  readonly delivery: ClaimedDelivery;
  /** Wall time. */
  readonly since: number;
}

export function createClaimedAhead(): ClaimedAhead {
  const waiting = new Map<string, Waiting[]>();
  const drop = (webhook_id: string): ClaimedDelivery[] => {
    const dropped = waiting.get(webhook_id) ?? [];
    waiting.delete(webhook_id);
    return dropped.map(({ delivery }) => delivery);
  };
  return {
    add(delivery) {
      const one = { delivery, since: Date.now() };
      const others = waiting.get(delivery.webhook_id);
      if (others) others.push(one);
      else waiting.set(delivery.webhook_id, [one]);
    },
    take(webhook_id) {
      const queue = waiting.get(webhook_id);
      const next = queue?.shift();
      if (queue?.length === 0) waiting.delete(webhook_id);
      return next;
    },
    of: (webhook_id) => waiting.get(webhook_id)?.length ?? 0,
    drop,
    dropAll: () => [...waiting.keys()].flatMap(drop),
  };
}
