import { followCauses } from '../../runtime/store/announcements/follow-causes.ts';
import { type CauseRow, readCauses } from '../../runtime/store/announcements/read-causes.ts';
import {
  type FollowingWebhook,
  findOldestCursor,
  lockFollowing,
  moveCursors,
} from '../../runtime/store/webhooks/follow-for-webhooks.ts';
import {
  leadQueue,
  type OutgoingEvent,
  type QueuedDelivery,
  queueDeliveries,
  saveOutgoing,
} from '../../runtime/store/webhooks/queue-deliveries.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { afterCommit } from '../../shared/postgres/transaction.ts';
import { publishPoint } from '../../shared/webhook-delivery/delivery-points.ts';
import { asksFor, type EngineEvent } from '../api-contract/engine-events.ts';
import { eventOfCause } from './event-of-cause.ts';

export interface QueueingDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Something is due. */
  readonly onQueued: () => void;
}

/** Causes that are read at once. */
const PAGE = 500;

/**
 * Follows what the engine writes anyway, and queues a delivery for each webhook that asks for an event: the texts, the deliveries and how far
 * it got are one commit, so an event is queued exactly once. Nothing of this is within a step: where nobody asks, it is one query
 * at each look. Resolves to true while there is more.
 */
export function createEventQueue({ db, clock, onQueued }: QueueingDeps): () => Promise<boolean> {
  const causes = followCauses(db);
  return async () => {
    const oldest = await findOldestCursor(db);
    if (oldest === null) return false;
    const upto = await causes.settled();
    if (upto === null || upto <= oldest) return false;
    return db.transaction((tx) => queuePage({ clock, onQueued }, tx, upto));
  };
}

async function queuePage(
  { clock, onQueued }: Pick<QueueingDeps, 'clock' | 'onQueued'>,
  tx: Queryable,
  upto: bigint,
): Promise<boolean> {
  const webhooks = await lockFollowing(tx);
  if (webhooks === null || webhooks.length === 0) return false;
  const after = webhooks.reduce((least, { cursor }) => (cursor < least ? cursor : least), upto);
  if (after === upto) return false;
  const { causes, last } = await readCauses(tx, { after, upto, limit: PAGE });
  const events = causes.flatMap((cause) => {
    const event = eventOfCause(cause);
    return event === null ? [] : [{ event, queue: queueOf(event, cause), place: BigInt(cause.id) }];
  });
  const wanted = events.flatMap(({ event, queue, place }) =>
    webhooks
      .filter((webhook) => asks(webhook, event, place))
      .map(({ id }) => ({ webhook_id: id, event, queue, place })),
  );
  const at = new Date(clock.now());
  await saveOutgoing(
    tx,
    [...new Map(wanted.map(({ event }) => [event.id, event])).values()].map((event) => outgoing(event)),
    at,
  );
  if (wanted.length > 0) publishPoint('texts_kept');
  await queueDeliveries(
    tx,
    wanted.map(({ webhook_id, event, queue, place }): QueuedDelivery => {
      return {
        webhook_id,
        event_id: event.id,
        event_type: event.type,
        queue,
        place: String(place),
        replay: false,
      };
    }),
    at,
  );
  if (wanted.length > 0) publishPoint('deliveries_queued');
  await moveCursors(
    tx,
    webhooks.map(({ id }) => id),
    last,
  );
  if (wanted.length > 0) {
    afterCommit(tx, () => {
      publishPoint('queue_committed');
      onQueued();
    });
  }
  return last < upto;
}

const asks = ({ events, cursor }: FollowingWebhook, { type }: EngineEvent, place: bigint): boolean =>
  place > cursor && asksFor(events, type);

export const outgoing = (event: EngineEvent): OutgoingEvent => ({
  ...{ event_id: event.id, type: event.type, lead_id: leadOf(event) },
  payload: JSON.stringify(event),
});

const leadOf = ({ data }: EngineEvent): string | null => ('lead' in data ? (data.lead?.id ?? null) : null);

/**
 * Names the queue of an event: what is about one person goes out in its order; so does what is about one campaign, account or
 * sequence alone, one name of the do-not-contact list or one webhook. Null: nothing else is about the same, and nobody waits
 * for it.
 */
function queueOf({ data }: EngineEvent, { person_id }: Pick<CauseRow, 'person_id'>): string | null {
  const lead = person_id ?? ('lead_id' in data ? data.lead_id : null);
  if (lead !== null) return leadQueue(lead);
  if ('enrollment_id' in data && data.enrollment_id !== null) return `enrollment/${data.enrollment_id}`;
  if ('campaign_id' in data && data.campaign_id !== null) return `campaign/${data.campaign_id}`;
  if ('account_id' in data && data.account_id !== null) return `account/${data.account_id}`;
  if ('sequence' in data && data.sequence !== null) return `sequence/${data.sequence}`;
  if ('suppression_id' in data) return `suppression/${data.suppression_id}`;
  if ('conversation_id' in data && data.conversation_id !== null) return `conversation/${data.conversation_id}`;
  return 'webhook_id' in data ? `webhook/${data.webhook_id}` : null;
}
