import type { Queryable } from '../../../shared/postgres/database.ts';

export interface NewEvent {
  readonly event_id: string;
  readonly account_id: string;
  readonly platform: string;
  readonly type: string;
  /** The envelope as JSON text. */
  readonly payload: string;
  readonly occurred_at: Date;
  readonly received_at: Date;
}

/** Inserts events in one statement and deduplicates them by `event_id`: one that was received before stays as it is. Returns how many were new. */
export async function insertEvents(tx: Queryable, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const { rowCount } = await tx.query(
    `insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state)
     select event_id, account_id, platform, type, payload::jsonb, occurred_at, received_at, 'pending'
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[])
         as given (event_id, account_id, platform, type, payload, occurred_at, received_at)
      -- Two who insert the same ones wait for each other's rows in one order.
      order by event_id
     on conflict (event_id) do nothing`,
    [
      events.map(({ event_id }) => event_id),
      events.map(({ account_id }) => account_id),
      events.map(({ platform }) => platform),
      events.map(({ type }) => type),
      events.map(({ payload }) => payload),
      events.map(({ occurred_at }) => occurred_at),
      events.map(({ received_at }) => received_at),
    ],
  );
  return rowCount ?? 0;
}
