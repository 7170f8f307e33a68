import type { Queryable } from '../../postgres/database.ts';

export interface EventSettlement {
  readonly event_id: string;
  readonly state: 'matched' | 'unmatched' | 'ignored';
  readonly lead_id: string | null;
  readonly note: string | null;
  /** Names that nobody is known by yet (`kind:value`): learning one makes the event pending again. */
  readonly keys: readonly string[];
}

export async function settleEvent(tx: Queryable, settled: EventSettlement): Promise<void> {
  await tx.query(
    'update events set state = $2, lead_id = coalesce($3, lead_id), note = $4, keys = $5 where event_id = $1',
    [settled.event_id, settled.state, settled.lead_id, settled.note, [...settled.keys]],
  );
}
