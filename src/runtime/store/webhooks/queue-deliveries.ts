import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { pauseQueueing } from './follow-for-webhooks.ts';

export interface OutgoingEvent {
  readonly event_id: string;
  readonly type: string;
  readonly lead_id: string | null;
  /** The exact text that goes out. */
  readonly payload: string;
}

export interface QueuedDelivery {
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event_type: string;
  /** Those of one queue go one after the other, by their place. Null: at any time. */
  readonly queue: string | null;
  readonly place: string | null;
  readonly replay: boolean;
}

/** The queue in which deliveries about a person go out one after the other. */
export const leadQueue = (leadId: string): string => `lead/${leadId}`;

/**
 * Two people are one: what is still to be sent about either is in one order from now on. Each of them had one that was to go next: the later one
 * waits for the other, unless it is under way. What is open is locked first, in the order of the ids as a sender locks it: whoever makes one final
 * meanwhile looks for the next after us. Somebody who queues may have read who they were before, so that is awaited.
 */
export async function joinQueues(tx: Queryable, keep: string, gone: string): Promise<void> {
  await pauseQueueing(tx);
  const [joined, left] = [leadQueue(keep), leadQueue(gone)];
  const { rowCount } = await tx.query(
    `select 1 from webhooks w join deliveries d on d.webhook_id = w.id
      where d.queue in ($1, $2) and d.due_at is not null order by d.delivery_id for no key update of d`,
    [joined, left],
  );
  if (rowCount === 0) return;
  await tx.query(
    `update deliveries d set queue = $1 from webhooks w where d.webhook_id = w.id and d.queue = $2 and d.due_at is not null`,
    [joined, left],
  );
  await tx.query(
    `update deliveries d set due_at = 'infinity' from webhooks w
      where d.webhook_id = w.id and d.queue = $1 and d.due_at < 'infinity' and (d.wall_lease_until is null or d.wall_lease_until < now())
        and exists (select from deliveries before where before.webhook_id = d.webhook_id and before.queue = d.queue
                       and before.due_at is not null and before.place < d.place)`,
    [joined],
  );
}

/** Keeps the texts; one that is there already stays as it is. */
export async function saveOutgoing(tx: Queryable, events: readonly OutgoingEvent[], at: Date): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `insert into outgoing_events (event_id, type, lead_id, payload, created_at)
     select event_id, type, lead_id, payload, $2 from ${rowsOf('event_id text, type text, lead_id text, payload text')} as e
     on conflict do nothing`,
    [jsonRows(events), at],
  );
}

/**
 * Deliveries that are due, but for those behind one that is not final. What is open in their queues is locked first: whoever makes one of
 * these final meanwhile looks for the next after us, and sees ours. Returns their ids.
 */
export async function queueDeliveries(
  tx: Queryable,
  deliveries: readonly QueuedDelivery[],
  at: Date,
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const queues = deliveries.filter(({ queue }) => queue !== null);
  if (queues.length > 0) {
    await tx.query(
      `select 1 from deliveries
        where due_at is not null and (webhook_id, queue) in (select * from unnest($1::text[], $2::text[]))
        order by delivery_id for update`,
      [queues.map(({ webhook_id }) => webhook_id), queues.map(({ queue }) => queue)],
    );
  }
  const rows = deliveries.map((one) => ({ ...one, delivery_id: newId('dlv', at.getTime()) }));
  const { rows: added } = await tx.query<{ delivery_id: string }>(
    `insert into deliveries (delivery_id, webhook_id, event_id, event_type, state, due_at, replay, created_at, queue, place)
     select d.delivery_id, d.webhook_id, d.event_id, d.event_type, 'pending',
            case when d.queue is not null and (
              row_number() over (partition by d.webhook_id, d.queue order by d.place) > 1
              or exists (select from deliveries open where open.webhook_id = d.webhook_id and open.queue = d.queue and open.due_at is not null)
            ) then 'infinity' else $2::timestamptz end,
            d.replay, $2, d.queue, d.place
       from ${rowsOf('delivery_id text, webhook_id text, event_id text, event_type text, replay boolean, queue text, place bigint')} as d
     on conflict (event_id, webhook_id) where not replay do nothing
     returning delivery_id`,
    [jsonRows(rows), at],
  );
  return added.map(({ delivery_id }) => delivery_id);
}
