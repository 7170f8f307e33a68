import type { Queryable } from '../../../../shared/postgres/database.ts';
import type { StreamedEvent } from './event-stream.ts';

/** A reader of a webhook's stream, and the event after which it goes on. */
export interface Reader {
  readonly webhook_id: string;
  readonly account_id: string;
  readonly key_id: string;
  /** The last event that was sent; empty before the first. */
  readonly after: string;
}

interface Placed extends Record<string, unknown> {
  readonly place: number;
}

const placesOf = (readers: readonly unknown[]) => readers.map((_, place) => place);

/** The moment in the newest event id of each of these accounts. It moves with every event, in the order of the commits. */
export async function readHeads(db: Queryable, accounts: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ account_id: string; last_at: string }>(
    'select account_id, last_at from event_heads where account_id = any($1)',
    [accounts],
  );
  return new Map(rows.map(({ account_id, last_at }) => [account_id, last_at]));
}

/** The next `limit` events of each reader, in one query; in the order of `readers`. */
export async function readNext(
  db: Queryable,
  readers: readonly Reader[],
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<StreamedEvent[][]> {
  const { rows } = await db.query<Placed & StreamedEvent>(
    `select place, next.event_id, type, envelope
     from unnest($1::int[], $2::text[], $3::text[]) as reader (place, webhook_id, after)
     cross join lateral (
       select event_id, type, envelope from webhook_events join events using (event_id)
       where webhook_id = reader.webhook_id and event_id > reader.after and emitted_at >= $4
       order by event_id limit $5
     ) next
     order by place, next.event_id`,
    [placesOf(readers), readers.map(({ webhook_id }) => webhook_id), readers.map(({ after }) => after), since, limit],
  );
  const pages: StreamedEvent[][] = readers.map(() => []);
  for (const { place, ...event } of rows) pages[place]?.push(event);
  return pages;
}

/** The places of the readers whose webhook is gone, or whose key was revoked or has expired (wall time). */
export async function findEnded(db: Queryable, readers: readonly Reader[]): Promise<number[]> {
  const { rows } = await db.query<Placed>(
    `select place from unnest($1::int[], $2::text[], $3::text[]) as reader (place, webhook_id, key_id)
     where not exists (select 1 from webhooks where webhooks.webhook_id = reader.webhook_id)
        or not exists (
          select 1 from api_keys where api_keys.key_id = reader.key_id and wall_revoked_at is null
            and (wall_expires_at is null or wall_expires_at > $4))`,
    [placesOf(readers), readers.map(({ webhook_id }) => webhook_id), readers.map(({ key_id }) => key_id), new Date()],
  );
  return rows.map(({ place }) => place);
}
