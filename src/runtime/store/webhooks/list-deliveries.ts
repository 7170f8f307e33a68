import type { Queryable } from '../../../shared/postgres/database.ts';
import { equal, type Listing } from '../listing.ts';

export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event_type: string;
  /** `waiting`: an earlier one of its queue is not final yet. */
  readonly status: 'waiting' | 'pending' | 'retrying' | 'succeeded' | 'failed';
  readonly replay: boolean;
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly payload: string;
  readonly made: readonly {
    readonly attempt: number;
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
    readonly duration_ms: number;
  }[];
}

const STATUS = `case when d.due_at = 'infinity' then 'waiting' else d.state end`;
// With the attempts in one statement: one that ends in between would stand beside the state before it.
const COLUMNS = `d.delivery_id as id, d.webhook_id, d.event_id, d.event_type, ${STATUS} as status, d.replay,
  nullif(d.due_at, 'infinity') as due_at, d.created_at, e.payload,
  (select coalesce(json_agg(a order by attempt), '[]') from delivery_attempts a where a.delivery_id = d.delivery_id) as made`;
const TABLES = 'deliveries d join outgoing_events e using (event_id)';

export const deliveryListing = (filter: {
  readonly webhook_id: string;
  readonly status?: DeliveryRow['status'] | undefined;
  readonly event?: string | undefined;
  readonly event_id?: string | undefined;
}): Listing<DeliveryRow> => ({
  ...{ columns: COLUMNS, tables: TABLES },
  ...equal({
    'd.webhook_id': filter.webhook_id,
    [STATUS]: filter.status,
    'd.event_type': filter.event,
    'd.event_id': filter.event_id,
  }),
  orders: { created_at: [{ sql: 'd.delivery_id', of: ({ id }) => id, kind: 'id' }] },
  usual: '-created_at',
});

export async function findDelivery(db: Queryable, webhookId: string, id: string): Promise<DeliveryRow | null> {
  const { rows } = await db.query<DeliveryRow & Record<string, unknown>>(
    `select ${COLUMNS} from ${TABLES} where d.webhook_id = $1 and d.delivery_id = $2`,
    [webhookId, id],
  );
  return rows[0] ?? null;
}
