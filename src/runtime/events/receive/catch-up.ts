import type { Clock } from '../../../shared/kit/clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { answered } from '../../../v2/client/answered.ts';
import type { V2Client } from '../../../v2/client/create-v2-client.ts';
import { noteGap } from '../../store/accounts/gap.ts';
import { insertEvents } from '../../store/events/insert-events.ts';
import { moveSubscriptionCursor, type SubscriptionRow } from '../../store/events/subscription.ts';
import { receivedEvents } from './received-event.ts';

export interface CatchUpDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<V2Client, 'pullEvents'>;
  /** Events may be lost for good; what they reported is searched for. */
  readonly onMissed?: (accountId: string, reason: string) => void;
}

const EVENTS_PER_PAGE = 500;
/** A service whose `next_after` repeats would make us pull for ever. */
const MOST_PAGES = 2000;

/**
 * Pulls what happened since the last pull and inserts what no delivery brought; returns how many events were new. Only the
 * pull moves the cursor, because a delivery may arrive while an older one is still to come.
 */
export async function catchUp(deps: CatchUpDeps, subscription: SubscriptionRow): Promise<number> {
  let fresh = 0;
  let after = subscription.last_event_id;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await pull(deps, subscription, after);
    const events = page.events
      .flatMap((event) => receivedEvents(JSON.stringify(event), subscription, deps.clock.now()))
      .filter(({ named_account }) => named_account === null || named_account === subscription.account_id)
      .map(({ row }) => row);
    fresh += await insertEvents(deps.db, events);
    const next = page.next_after ?? (page.expired ? null : after);
    if (next !== subscription.last_event_id) await moveSubscriptionCursor(deps.db, subscription.id, next);
    if (!page.has_more || next === after) return fresh;
    after = next;
  }
  return fresh;
}

async function pull(deps: CatchUpDeps, { webhook_id, account_id }: SubscriptionRow, after: string | null) {
  const limit = EVENTS_PER_PAGE;
  if (after === null) return { ...answered('events', await deps.v2.pullEvents(webhook_id, { limit })), expired: false };
  const outcome = await deps.v2.pullEvents(webhook_id, { after, limit });
  const expired = outcome.kind === 'refused' && (outcome.code === 'INVALID_PARAMS' || outcome.status === 410);
  if (!expired) return { ...answered('events', outcome), expired };
  // Our place is older than what the service keeps: all that it still has comes after it, and what it has not, it cannot tell.
  const page = answered('events', await deps.v2.pullEvents(webhook_id, { limit }));
  await noteMissed(deps, account_id, after);
  return { ...page, expired };
}

async function noteMissed({ db, clock, onMissed }: CatchUpDeps, account_id: string, after: string): Promise<void> {
  const { rows } = await db.query<{ occurred_at: Date }>('select occurred_at from events where event_id = $1', [after]);
  const reason = `the service no longer keeps the events after ${after}`;
  await db.transaction((tx) =>
    noteGap(tx, { account_id, reason, at: new Date(clock.now()), since: rows[0]?.occurred_at ?? null }),
  );
  onMissed?.(account_id, reason);
}
