import type { Queryable } from '../../../shared/postgres/database.ts';

/** Our webhook of one account. */
export interface SubscriptionRow {
  readonly id: string;
  readonly account_id: string;
  readonly webhook_id: string;
  /** Sealed. */
  readonly secret: string;
  readonly url: string;
  /** `custom`: the service POSTs to us. `hosted`: we read its stream; there is no secret. */
  readonly mode: 'custom' | 'hosted';
  readonly last_event_id: string | null;
  /** Platform of the account. */
  readonly platform: string;
}

const SUBSCRIPTIONS = `select s.id, s.account_id, s.webhook_id, s.secret, s.url, s.mode, s.last_event_id, a.platform
  from subscriptions s join accounts a on a.id = s.account_id`;

export async function readSubscription(db: Queryable, id: string): Promise<SubscriptionRow | null> {
  const { rows } = await db.query<SubscriptionRow & Record<string, unknown>>(`${SUBSCRIPTIONS} where s.id = $1`, [id]);
  return rows[0] ?? null;
}

export async function listSubscriptions(db: Queryable): Promise<SubscriptionRow[]> {
  const { rows } = await db.query<SubscriptionRow & Record<string, unknown>>(`${SUBSCRIPTIONS} order by s.id`);
  return rows;
}

/** One per account. Another webhook begins its own sequence of events. */
export async function saveSubscription(
  db: Queryable,
  row: Omit<SubscriptionRow, 'last_event_id' | 'platform' | 'mode'> & {
    readonly mode?: SubscriptionRow['mode'];
    readonly at: Date;
  },
): Promise<void> {
  await db.query(
    `insert into subscriptions (id, account_id, webhook_id, secret, url, created_at, mode) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id) do update set id = excluded.id, webhook_id = excluded.webhook_id, secret = excluded.secret,
       url = excluded.url, mode = excluded.mode,
       last_event_id = case when subscriptions.webhook_id = excluded.webhook_id then subscriptions.last_event_id end`,
    [row.id, row.account_id, row.webhook_id, row.secret, row.url, row.at, row.mode ?? 'custom'],
  );
}

export async function moveSubscriptionCursor(db: Queryable, id: string, lastEventId: string | null): Promise<void> {
  await db.query('update subscriptions set last_event_id = $2 where id = $1', [id, lastEventId]);
}
