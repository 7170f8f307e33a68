import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwiseWrite } from '../../../shared/postgres/shared-transaction.ts';

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
  const due_at = new Date(now);
  const queued = list.map((one) => ({ ...one, delivery_id: newId('dlv', now), replay, due_at }));
  await insertDeliveries(tx, queued);
  return queued.map(({ delivery_id }) => delivery_id);
}

interface Queued extends ToDeliver {
  readonly delivery_id: string;
  readonly replay: boolean;
  readonly due_at: Date;
}

const insertDeliveries = setwiseWrite((lists: readonly (readonly Queued[])[]) => ({
  text: `insert into deliveries (delivery_id, webhook_id, event_id, event_type, state, replay, due_at, created_at)
       select delivery_id, webhook_id, event_id, event_type, 'pending', replay, due_at, due_at from ${rowsOf('delivery_id text, webhook_id text, event_id text, event_type text, replay boolean, due_at timestamptz')} as queued`,
  values: [jsonRows(lists.flat())],
}));
