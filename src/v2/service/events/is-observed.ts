import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ActivityEvent } from './event-sink.ts';
import { observes, type Subscription } from './subscription.ts';

/** Whether any webhook of the account observes this type now. */
export async function isObserved(tx: Queryable, account_id: string, type: ActivityEvent['type']): Promise<boolean> {
  const { rows } = await tx.query<Pick<Subscription, 'mode' | 'events'>>(
    'select mode, events from webhooks where account_id = $1 and is_monitoring',
    [account_id],
  );
  return rows.some((webhook) => observes(webhook, type));
}
