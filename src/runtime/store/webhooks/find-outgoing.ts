import type { Queryable } from '../../../shared/postgres/database.ts';
import type { WebhookRow } from './webhook.ts';

interface Claimed {
  readonly webhook_id: string;
  readonly event_id: string;
}

export interface OutgoingRow extends Pick<WebhookRow, 'url' | 'status' | 'sealed_secret'> {
  /** Those before it whose time is not over, the one that signs longest first. */
  readonly former_sealed_secrets: readonly string[];
  readonly payload: string;
}

/** Each signature makes the header longer. */
const MOST_FORMER = 10;

/** Finds what is to be sent, and to which address as of now: each at its place; null: the webhook or the event is gone. */
export async function findOutgoing(db: Queryable, claimed: readonly Claimed[]): Promise<(OutgoingRow | null)[]> {
  const { rows } = await db.query<OutgoingRow & { place: number } & Record<string, unknown>>(
    `select place, w.url, w.status, w.sealed_secret, e.payload,
            array(select f.sealed_secret from former_webhook_secrets f where f.webhook_id = w.id and f.wall_until > now()
                   order by f.wall_until desc limit ${MOST_FORMER}) as former_sealed_secrets
       from unnest($1::int[], $2::text[], $3::text[]) as claimed (place, webhook_id, event_id)
       join webhooks w on w.id = claimed.webhook_id join outgoing_events e using (event_id)`,
    [
      claimed.map((_, place) => place),
      claimed.map(({ webhook_id }) => webhook_id),
      claimed.map(({ event_id }) => event_id),
    ],
  );
  const found = new Map(rows.map(({ place, ...row }) => [place, row]));
  return claimed.map((_, place) => found.get(place) ?? null);
}
