import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import type { DecidedMeaning } from '../tasks/unclear-reply.ts';

export interface EventRow {
  readonly event_id: string;
  readonly account_id: string;
  readonly platform: string;
  readonly type: string;
  readonly payload: unknown;
  readonly occurred_at: Date;
  readonly received_at: Date;
  readonly state: 'pending' | 'matched' | 'unmatched' | 'ignored' | 'not_understood';
  readonly lead_id: string | null;
  readonly note: string | null;
  /** The meaning that a person of ours gave it. */
  readonly decided: DecidedMeaning | null;
}

export interface PendingEvent
  extends Pick<
    EventRow,
    'event_id' | 'account_id' | 'platform' | 'type' | 'payload' | 'occurred_at' | 'received_at' | 'decided'
  > {
  /** Events of one author are ingested one after the other, in the order in which they came. */
  readonly author: string;
}

/** Oldest first, by when they came. */
export async function listPendingEvents(db: Queryable, limit: number): Promise<PendingEvent[]> {
  const { rows } = await db.query<PendingEvent & Record<string, unknown>>(
    `select event_id, account_id, platform, type, payload, occurred_at, received_at, decided,
            coalesce(payload #>> '{event,sender,profile_url}', payload #>> '{event,sender,email}',
                               payload #>> '{event,sender,phone_number}',
                               payload #>> '{event,connections,0,profile_url}', account_id) as author
       from events where state = 'pending' order by received_at, event_id limit $1`,
    [limit],
  );
  return rows;
}

/** The event, locked; null when another dispatcher has it or had it. */
export const claimEvent = setwise(async (tx: Queryable, ids: readonly string[]): Promise<(EventRow | null)[]> => {
  const { rows } = await tx.query<EventRow & Record<string, unknown>>(
    `select * from events where event_id = any($1) and state = 'pending' for update skip locked`,
    [[...ids]],
  );
  const claimed = new Map(rows.map((row) => [row.event_id, row]));
  return ids.map((id) => claimed.get(id) ?? null);
});
