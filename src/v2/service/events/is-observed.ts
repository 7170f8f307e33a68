import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ActivityEvent } from './event-sink.ts';
import { observes, type Subscription } from './subscription.ts';

/** Whether any webhook of the account observes this type now. */
export const isObserved = async (tx: Queryable, accountId: string, type: ActivityEvent['type']): Promise<boolean> =>
  (await listObserved(tx, [accountId], type)).has(accountId);

/** Those of the accounts of which any webhook observes this type now. */
export async function listObserved(
  tx: Queryable,
  accountIds: readonly string[],
  type: ActivityEvent['type'],
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const { rows } = await tx.query<Pick<Subscription, 'mode' | 'events'> & { account_id: string }>(
    'select account_id, mode, events from webhooks where account_id = any ($1) and is_monitoring',
    [accountIds],
  );
  return new Set(rows.flatMap((webhook) => (observes(webhook, type) ? [webhook.account_id] : [])));
}
