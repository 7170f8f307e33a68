import type { Queryable } from '../../postgres/database.ts';

/** Our webhook of one account. */
export interface SubscriptionRow {
  readonly id: string;
  readonly account_id: string;
  readonly webhook_id: string;
  /** Sealed. */
  readonly secret: string;
  readonly url: string;
  readonly last_event_id: string | null;
}

const COLUMNS = 'id, account_id, webhook_id, secret, url, last_event_id';

export async function readSubscription(db: Queryable, id: string): Promise<SubscriptionRow | null> {
  const { rows } = await db.query<SubscriptionRow & Record<string, unknown>>(
    `select ${COLUMNS} from subscriptions where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function listSubscriptions(db: Queryable): Promise<SubscriptionRow[]> {
  const { rows } = await db.query<SubscriptionRow & Record<string, unknown>>(
    `select ${COLUMNS} from subscriptions order by id`,
  );
  return rows;
}

/** One per account. Another webhook begins its own sequence of events. */
export async function saveSubscription(
  db: Queryable,
  row: Omit<SubscriptionRow, 'last_event_id'> & { readonly at: Date },
): Promise<void> {
  await db.query(
    `insert into subscriptions (id, account_id, webhook_id, secret, url, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id) do update set id = excluded.id, webhook_id = excluded.webhook_id, secret = excluded.secret,
       url = excluded.url,
       last_event_id = case when subscriptions.webhook_id = excluded.webhook_id then subscriptions.last_event_id end`,
    [row.id, row.account_id, row.webhook_id, row.secret, row.url, row.at],
  );
}

export async function moveSubscriptionCursor(db: Queryable, id: string, lastEventId: string | null): Promise<void> {
  await db.query('update subscriptions set last_event_id = $2 where id = $1', [id, lastEventId]);
}
