import type { Clock } from '../kit/clock.ts';
import type { Database } from '../postgres/database.ts';
import { insertEvents } from '../store/events/insert-events.ts';
import { moveSubscriptionCursor, type SubscriptionRow } from '../store/events/subscription.ts';
import type { V2Client } from '../v2-client/create-v2-client.ts';
import { answered } from './answered.ts';
import { receivedEvent } from './received-event.ts';

export interface CatchUpDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<V2Client, 'pullEvents'>;
}

const EVENTS_PER_PAGE = 500;

/**
 * Pulls what happened since the last pull and takes in what no delivery brought; returns how many events were new. Only the
 * pull moves the cursor: a delivery may come while an older one is still owed.
 */
export async function catchUp(deps: CatchUpDeps, subscription: SubscriptionRow): Promise<number> {
  let fresh = 0;
  let after = subscription.last_event_id;
  for (;;) {
    const page = await pull(deps, subscription.webhook_id, after);
    const events = page.events
      .map((event) => receivedEvent(JSON.stringify(event), deps.clock.now()))
      .filter((event) => event !== null)
      .filter(({ account_id }) => account_id === subscription.account_id);
    fresh += await insertEvents(deps.db, events);
    const next = page.next_after ?? after;
    if (next !== subscription.last_event_id) await moveSubscriptionCursor(deps.db, subscription.id, next);
    if (!page.has_more || next === after) return fresh;
    after = next;
  }
}

async function pull({ v2 }: CatchUpDeps, webhookId: string, after: string | null) {
  const limit = EVENTS_PER_PAGE;
  if (after === null) return answered('events', await v2.pullEvents(webhookId, { limit }));
  const outcome = await v2.pullEvents(webhookId, { after, limit });
  // Our place is older than what the service keeps: all that it still has comes after it.
  const expired = outcome.kind === 'refused' && outcome.code === 'INVALID_PARAMS';
  return answered('events', expired ? await v2.pullEvents(webhookId, { limit }) : outcome);
}
