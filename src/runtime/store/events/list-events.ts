import type { Queryable } from '../../../shared/postgres/database.ts';
import type { EventRow } from './claim-event.ts';

export const EVENT_STATES = ['pending', 'matched', 'unmatched', 'ignored', 'not_understood'] as const;
export type EventState = (typeof EVENT_STATES)[number];

export interface EventQuery {
  readonly state: EventState | null;
  readonly account_id: string | null;
  readonly type: string | null;
  /** The last one that was given. */
  readonly before: string | null;
  readonly limit: number;
}

const COLUMNS = 'event_id, account_id, platform, type, payload, occurred_at, received_at, state, lead_id, note';

/** Events that were taken in, the newest first by when they came. */
export async function listEvents(db: Queryable, query: EventQuery): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow & Record<string, unknown>>(
    `select ${COLUMNS} from events
      where ($1::text is null or state = $1) and ($2::text is null or account_id = $2) and ($3::text is null or type = $3)
        and ($4::text is null or (received_at, event_id) < (select received_at, event_id from events where event_id = $4))
      order by received_at desc, event_id desc limit $5`,
    [query.state, query.account_id, query.type, query.before, query.limit],
  );
  return rows;
}

export async function readEvent(db: Queryable, eventId: string): Promise<EventRow | null> {
  const { rows } = await db.query<EventRow & Record<string, unknown>>(
    `select ${COLUMNS} from events where event_id = $1`,
    [eventId],
  );
  return rows[0] ?? null;
}

/** Has it read once more: what it changed already is not changed again. Null: there is no such event. */
export async function rereadEvent(db: Queryable, eventId: string): Promise<EventRow | null> {
  const { rows } = await db.query<EventRow & Record<string, unknown>>(
    `update events set state = 'pending', note = null where event_id = $1 returning ${COLUMNS}`,
    [eventId],
  );
  return rows[0] ?? null;
}
