import type { Queryable } from '../../../shared/postgres/database.ts';

export interface WaitingEvent {
  readonly event_id: string;
  readonly received_at: Date;
  readonly keys: readonly string[];
}

/** Events that nobody was known by, in the order in which they came. `behind`: the last one before. */
export async function listWaitingAfter(
  db: Queryable,
  behind: Pick<WaitingEvent, 'event_id' | 'received_at'>,
  limit: number,
): Promise<WaitingEvent[]> {
  const { rows } = await db.query<WaitingEvent & Record<string, unknown>>(
    `select event_id, received_at, keys from events
      where state = 'unmatched' and (received_at, event_id) > ($1::timestamptz, $2)
      order by received_at, event_id limit $3`,
    [behind.received_at, behind.event_id, limit],
  );
  return rows;
}

/** The event waits for these, too (`kind:value`); where somebody is known by one, it is read again. The names are locked. */
export async function addKeys(tx: Queryable, id: string, keys: readonly string[], isKnown: boolean): Promise<void> {
  await tx.query(
    `update events set keys = keys || $2::text[], state = case when $3 then 'pending' else state end
      where event_id = $1 and state = 'unmatched'`,
    [id, keys, isKnown],
  );
}
