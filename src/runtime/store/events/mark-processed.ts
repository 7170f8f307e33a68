import type { Queryable } from '../../../shared/postgres/database.ts';

export interface ProcessedEvent {
  readonly event_id: string;
  readonly state: 'matched' | 'unmatched' | 'ignored' | 'not_understood';
  readonly lead_id: string | null;
  readonly note: string | null;
  /** Names that nobody is known by yet (`kind:value`): learning one makes the event pending again. */
  readonly keys: readonly string[];
  /** The message that it reports, where it names one. */
  readonly about?: string | null;
}

/** An event that concerns nobody. */
export type Unclaimed = Pick<ProcessedEvent, 'event_id' | 'state' | 'note' | 'keys'>;

/** Marks an event processed that this transaction has claimed. */
export async function markProcessed(tx: Queryable, settled: ProcessedEvent): Promise<void> {
  await tx.query(
    `update events set state = $2, lead_id = coalesce($3, lead_id), note = $4, keys = $5, about = $6 where event_id = $1`,
    [settled.event_id, settled.state, settled.lead_id, settled.note, [...settled.keys], settled.about ?? null],
  );
}

/** Marks those processed that are still pending and that nobody else is ingesting; returns how many. */
export async function markUnclaimed(tx: Queryable, settled: readonly Unclaimed[]): Promise<number> {
  if (settled.length === 0) return 0;
  const keys = settled.flatMap((event) => event.keys.map((key) => ({ event_id: event.event_id, key })));
  const { rowCount } = await tx.query(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::text[]) as given (event_id, state, note)
     ), free as (
       select event_id from events where event_id = any($1) and state = 'pending' for update skip locked
     )
     update events e set state = g.state, note = g.note, about = null,
            keys = array(select k.key from unnest($4::text[], $5::text[]) as k (event_id, key) where k.event_id = g.event_id)
       from given g join free using (event_id) where e.event_id = g.event_id`,
    [
      settled.map(({ event_id }) => event_id),
      settled.map(({ state }) => state),
      settled.map(({ note }) => note),
      keys.map(({ event_id }) => event_id),
      keys.map(({ key }) => key),
    ],
  );
  return rowCount ?? 0;
}

/** Deduplicates by the message: the earlier event that reported it; null where this is the first. Under the lock of `about`. */
export async function findDuplicateOf(
  tx: Queryable,
  event: { readonly event_id: string; readonly account_id: string; readonly about: string; readonly lead_id: string },
): Promise<string | null> {
  const { rows } = await tx.query<{ event_id: string }>(
    `select event_id from events
      where account_id = $1 and about = $2 and lead_id = $3 and state = 'matched' and event_id <> $4 limit 1`,
    [event.account_id, event.about, event.lead_id, event.event_id],
  );
  return rows[0]?.event_id ?? null;
}
