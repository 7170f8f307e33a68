import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { namesErased } from '../erasure/erased-hash.ts';

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

/**
 * The condition that an event is of somebody who was erased, so that nothing of it is kept. Nobody else has one of the names, or the event would be
 * theirs.
 */
const OF_ERASED = `(s.state = 'unmatched' and s.keys <> '{}' and ${namesErased('s.keys')})`;
const PROCESSED = `state = case when s.erased then 'ignored' else s.state end,
  note = case when s.erased then 'of somebody who was erased' else s.note end, keys = case when s.erased then '{}' else s.keys end,
  payload = case when s.erased then '{}' else e.payload end`;

/** SQL: marks the events processed that the parameter `rows` has. */
export const processedBy = (
  rows: string,
): string => `update events e set ${PROCESSED}, lead_id = coalesce(s.lead_id, e.lead_id), about = s.about
         from (select *, ${OF_ERASED} as erased
                 from ${rowsOf('event_id text, state text, lead_id text, note text, keys text[], about text', rows)} as s) as s
        where e.event_id = s.event_id`;

/** An event that concerns nobody. */
export type Unclaimed = Pick<ProcessedEvent, 'event_id' | 'state' | 'note' | 'keys'>;

/** Marks an event processed that this transaction has claimed. */
export const markProcessed = setwise(
  async (tx: Queryable, processed: readonly ProcessedEvent[]): Promise<null[]> => {
    await tx.query(processedBy('$1'), [jsonRows(processed)]);
    return processed.map(() => null);
  },
  { writes: true },
);

/** Marks those processed that are still pending and that nobody else is ingesting; returns these. */
export async function markUnclaimed(tx: Queryable, processed: readonly Unclaimed[]): Promise<Unclaimed[]> {
  if (processed.length === 0) return [];
  const keys = processed.flatMap((event) => event.keys.map((key) => ({ event_id: event.event_id, key })));
  const { rows } = await tx.query<{ event_id: string }>(
    `with given as (
       select * from unnest($1::text[], $2::text[], $3::text[]) as given (event_id, state, note)
     ), free as (
       select event_id from events where event_id = any($1) and state = 'pending' for update skip locked
     )
     update events e set ${PROCESSED}, about = null
       from (select s.*, ${OF_ERASED} as erased
               from (select g.*, array(select k.key from unnest($4::text[], $5::text[]) as k (event_id, key) where k.event_id = g.event_id) as keys
                       from given g join free using (event_id)) as s) as s
      where e.event_id = s.event_id
     returning e.event_id`,
    [
      processed.map(({ event_id }) => event_id),
      processed.map(({ state }) => state),
      processed.map(({ note }) => note),
      keys.map(({ event_id }) => event_id),
      keys.map(({ key }) => key),
    ],
  );
  const marked = new Set(rows.map(({ event_id }) => event_id));
  return processed.filter(({ event_id }) => marked.has(event_id));
}

/** Deduplicates by the message: the earlier event that reported it; null where this is the first. Under the lock of `about`. */
export const findDuplicateOf = setwise(
  async (
    tx: Queryable,
    events: readonly {
      readonly event_id: string;
      readonly account_id: string;
      readonly about: string;
      readonly lead_id: string;
    }[],
  ): Promise<(string | null)[]> => {
    const { rows } = await tx.query<{ event_id: string; duplicate_of: string }>(
      `select given.event_id, earlier.event_id as duplicate_of
         from ${rowsOf('event_id text, account_id text, about text, lead_id text')} as given
        cross join lateral (
          select event_id from events
           where account_id = given.account_id and about = given.about and lead_id = given.lead_id and state = 'matched'
             and event_id <> given.event_id limit 1) as earlier`,
      [jsonRows(events.map(({ event_id, account_id, about, lead_id }) => ({ event_id, account_id, about, lead_id })))],
    );
    const duplicates = new Map(rows.map((row) => [row.event_id, row.duplicate_of]));
    return events.map(({ event_id }) => duplicates.get(event_id) ?? null);
  },
);
