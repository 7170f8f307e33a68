import type { Queryable } from '../../postgres/database.ts';

export interface EventRow {
  readonly event_id: string;
  readonly account_id: string;
  readonly platform: string;
  readonly type: string;
  readonly payload: unknown;
  readonly occurred_at: Date;
  readonly received_at: Date;
  readonly state: 'pending' | 'matched' | 'unmatched' | 'ignored';
  readonly lead_id: string | null;
  readonly note: string | null;
}

/** Oldest first, by what happened first. */
export async function listPendingEvents(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ event_id: string }>(
    `select event_id from events where state = 'pending' order by received_at, event_id limit $1`,
    [limit],
  );
  return rows.map(({ event_id }) => event_id);
}

/** The event, locked; null when another dispatcher has it or had it. */
export async function claimEvent(tx: Queryable, eventId: string): Promise<EventRow | null> {
  const { rows } = await tx.query<EventRow & Record<string, unknown>>(
    `select * from events where event_id = $1 and state = 'pending' for update skip locked`,
    [eventId],
  );
  return rows[0] ?? null;
}
