import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

export interface ToDeliver {
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event_type: string;
}

/** Queues one delivery each, due at once; returns their ids in the same order. `now` is virtual time. */
export async function queueDeliveries(
  tx: Queryable,
  list: readonly ToDeliver[],
  { now, replay }: { readonly now: number; readonly replay: boolean },
): Promise<string[]> {
  if (list.length === 0) return [];
  const ids = list.map(() => newId('dlv', now));
  await tx.query(
    `insert into deliveries (delivery_id, webhook_id, event_id, event_type, state, replay, due_at, created_at)
     select delivery_id, webhook_id, event_id, event_type, 'pending', $5, $6, $6
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new (delivery_id, webhook_id, event_id, event_type)`,
    [
      ids,
      list.map(({ webhook_id }) => webhook_id),
      list.map(({ event_id }) => event_id),
      list.map(({ event_type }) => event_type),
      replay,
      new Date(now),
    ],
  );
  return ids;
}
