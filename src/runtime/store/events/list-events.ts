import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { equal, type Listing } from '../listing.ts';
import type { EventRow } from './claim-event.ts';

export const EVENT_STATES = ['pending', 'matched', 'unmatched', 'ignored', 'not_understood'] as const;
export type EventState = (typeof EVENT_STATES)[number];

export interface EventFilter {
  readonly state?: EventState | undefined;
  readonly account_id?: string | undefined;
  readonly type?: string | undefined;
}

const COLUMNS = 'event_id, account_id, platform, type, payload, occurred_at, received_at, state, lead_id, note';

/** Events that were taken in, by when they came. */
export const eventListing = (filter: EventFilter): Listing<EventRow> => ({
  ...{ columns: COLUMNS, tables: 'events', ...equal({ ...filter }) },
  orders: {
    received_at: [
      { sql: 'received_at', of: (row) => row.received_at, kind: 'time' },
      { sql: 'event_id', of: (row) => row.event_id, kind: 'text' },
    ],
  },
  usual: '-received_at',
});

export async function readEvent(db: Queryable, eventId: string): Promise<EventRow | null> {
  const { rows } = await db.query<EventRow & Record<string, unknown>>(
    `select ${COLUMNS} from events where event_id = $1`,
    [eventId],
  );
  return rows[0] ?? null;
}

/** Lets an event be ingested once more; what it changed already is not changed again. Null: there is no such event. */
export async function rereadEvent(tx: Queryable, eventId: string): Promise<EventRow | null> {
  const { rows } = await tx.query<EventRow & Record<string, unknown>>(
    `update events set state = 'pending', note = null where event_id = $1 returning ${COLUMNS}`,
    [eventId],
  );
  const event = rows[0] ?? null;
  if (event !== null) {
    const { lead_id } = event;
    await recordChange(tx, {
      did: `had the event ${eventId} read again`,
      target: { kind: 'event', id: eventId },
      lead_id,
    });
  }
  return event;
}
