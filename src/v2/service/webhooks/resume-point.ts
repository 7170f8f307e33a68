import type { Queryable } from '../../../shared/postgres/database.ts';
import { invalidParams } from '../answers/service-error.ts';
import { retainedSince } from './retention.ts';
import type { WebhookRow } from './webhook-row.ts';

/**
 * Throws unless a reader can go on after this event: any one of the webhook's account that is still kept. Silence about
 * another would be a loss that nobody sees. `place` is where the caller named it, `query.after`; `now` is virtual time.
 */
export async function requireResumePoint(
  tx: Queryable,
  webhook: WebhookRow,
  point: { readonly event_id: string; readonly place: string; readonly now: number },
): Promise<void> {
  const { rowCount } = await tx.query(
    'select 1 from events where event_id = $1 and account_id = $2 and emitted_at >= $3',
    [point.event_id, webhook.account_id, retainedSince(point.now)],
  );
  if (rowCount === 0) throw invalidParams(`${point.place}: event not found; it is unknown or older than 30 days`);
}

/** The position of a reader that wants only what comes from now on; events that are being committed come after it. */
export async function newestEvent(tx: Queryable, account_id: string): Promise<string> {
  const { rows } = await tx.query<{ newest: string | null }>(
    'select max(event_id) as newest from events where account_id = $1',
    [account_id],
  );
  return rows[0]?.newest ?? '';
}
