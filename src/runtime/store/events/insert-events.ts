import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRow, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { notifying } from '../../../shared/postgres/notifier.ts';

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

/**
 * Inserts events in one statement and deduplicates them by `event_id`: one that was received before stays as it is. Returns how many were new. `about`: what the
 * statement notifies others about, where they are to be notified.
 */
export async function insertEvents(
  tx: Queryable,
  events: readonly NewEvent[],
  about: string | null = null,
): Promise<number> {
  if (events.length === 0) return 0;
  const { rows } = await tx.query<{ added: number }>(
    `with added as (
     insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state)
     select event_id, account_id, platform, type, coalesce(payload, 'null'), occurred_at, received_at, 'pending'
       from ${rowsOf('event_id text, account_id text, platform text, type text, payload jsonb, occurred_at timestamptz, received_at timestamptz')} as given
      -- Two who insert the same ones wait for each other's rows in one order.
      order by event_id
     on conflict (event_id) do nothing returning 1)
     select (select count(*) from added)::int as added, ${notifying('$2')}`,
    [`[${events.map(rowText).join(',')}]`, about],
  );
  return rows[0]?.added ?? 0;
}

/** The payload is JSON already, and is parsed once, by Postgres, which takes the value null for none. */
const rowText = ({ payload, ...row }: NewEvent): string => `${jsonRow(row).slice(0, -1)},"payload":${payload}}`;
