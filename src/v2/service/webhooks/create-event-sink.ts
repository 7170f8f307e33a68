import type { Clock } from '../../../shared/kit/clock.ts';
import { newId } from '../../../shared/kit/ids.ts';
import { afterCommit, type Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { addToCopy } from '../connection-copies/connection-copy.ts';
import type { ActivityEvent, EventSink } from './event-sink.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { sees } from './subscription.ts';
import type { WebhookRow } from './webhook-row.ts';

/**
 * Stores an event once per account, with the exact text that every receiver gets, and queues a delivery for each active
 * custom webhook that sees it. Nothing observes, nothing is stored.
 *
 * A transaction that emits for several accounts does so in the order of their ids: each one's event head is locked until the
 * commit, and two such transactions would otherwise wait for each other.
 */
export function createEventSink({ clock }: { clock: Clock }): EventSink {
  const listeners = new Set<() => void>();
  const tellListeners = () => {
    for (const listener of listeners) listener();
  };
  return {
    onStored(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async emit(tx, event) {
      // Shared lock: a webhook that is being paused at this moment is either seen paused or waits for this event.
      const { rows: watching } = await tx.query<WebhookRow>(
        'select * from webhooks where account_id = $1 and is_monitoring order by webhook_id for share',
        [event.account_id],
      );
      // After the webhooks, in the order in which a change of one takes the two locks.
      if (event.connections) await addToCopy(tx, event.account_id, event.connections);
      const seeing = watching.filter((webhook) => sees(webhook, event));
      if (seeing.length === 0) return;

      const now = clock.now();
      // spec: Webhook event envelope: later than the activity, also where both fall into one millisecond.
      const emitted = Math.max(now, event.at + 1);
      const { last_at, name, platform } = await nextMoment(tx, event.account_id, now);
      const event_id = newId('evt', Number(last_at));
      await tx.query(
        `with stored as (
           insert into events (event_id, account_id, type, envelope, emitted_at) values ($1, $2, $3, $4, $5)
         )
         insert into webhook_events (webhook_id, event_id) select unnest($6::text[]), $1`,
        [
          event_id,
          event.account_id,
          event.type,
          envelopeText({ event_id, name, platform }, event, emitted),
          new Date(emitted),
          seeing.map(({ webhook_id }) => webhook_id),
        ],
      );
      const sending = seeing.filter(({ mode, is_active }) => mode === 'custom' && is_active);
      await queueDeliveries(
        tx,
        sending.map(({ webhook_id }) => ({ webhook_id, event_id, event_type: event.type })),
        { now, replay: false },
      );
      afterCommit(tx, tellListeners);
    },
  };
}

type Head = { readonly last_at: string } & Pick<AccountRow, 'name' | 'platform'>;

/** Later than the account's last event, even within one millisecond: ids sort as the transactions commit. */
async function nextMoment(tx: Queryable, account_id: string, now: number): Promise<Head> {
  const { rows } = await tx.query<Head>(
    `with head as (
       insert into event_heads (account_id, last_at) values ($1, $2)
       on conflict (account_id) do update set last_at = greatest(excluded.last_at, event_heads.last_at + 1)
       returning account_id, last_at
     )
     select last_at, name, platform from head join accounts using (account_id)`,
    [account_id, now],
  );
  const [head] = rows;
  if (!head) throw new Error(`an event of an unknown account ${account_id}`);
  return head;
}

/** spec: Webhook event envelope. */
function envelopeText(
  { event_id, name, platform }: Pick<Head, 'name' | 'platform'> & { readonly event_id: string },
  event: ActivityEvent,
  emitted: number,
): string {
  return JSON.stringify({
    event_id,
    account_id: event.account_id,
    account_name: name,
    platform,
    event: { type: event.type, timestamp: new Date(event.at).toISOString(), ...event.fields },
    timestamp: new Date(emitted).toISOString(),
  });
}
