import type { Queryable } from '../../postgres/database.ts';

export interface EventSettlement {
  readonly event_id: string;
  readonly state: 'matched' | 'unmatched' | 'ignored' | 'not_understood';
  readonly lead_id: string | null;
  readonly note: string | null;
  /** Names that nobody is known by yet (`kind:value`): learning one makes the event pending again. */
  readonly keys: readonly string[];
  /** Which message it tells of, where it says so. */
  readonly about?: string | null;
}

export async function settleEvent(tx: Queryable, settled: EventSettlement): Promise<void> {
  await tx.query(
    `update events set state = $2, lead_id = coalesce($3, lead_id), note = $4, keys = $5, about = $6 where event_id = $1`,
    [settled.event_id, settled.state, settled.lead_id, settled.note, [...settled.keys], settled.about ?? null],
  );
}

/** The event that told of this message before; null where this is the first one. Under the lock of `about`. */
export async function findToldBefore(
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
