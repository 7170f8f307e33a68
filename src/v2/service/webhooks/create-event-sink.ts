import type { Clock } from '../../../shared/kit/clock.ts';
import { groupBy } from '../../../shared/kit/group-by.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise, setwiseWrite } from '../../../shared/postgres/shared-transaction.ts';
import { afterCommit } from '../../../shared/postgres/transaction.ts';
import { markSpan } from '../../../shared/telemetry/tracing.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { addToCopy } from '../connection-copies/connection-copy.ts';
import type { ActivityEvent, EventSink } from '../events/event-sink.ts';
import { sees } from '../events/subscription.ts';
import { LOCK_RANKS } from '../store/lock-ranks.ts';
import { queueDeliveries } from './queue-deliveries.ts';
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
      const watching = await shareWebhooks(tx, event.account_id);
      // After the webhooks, in the order in which a change of one takes the two locks.
      if (event.connections) await addToCopy(tx, event.account_id, event.connections);
      const seeing = watching.filter((webhook) => sees(webhook, event));
      if (seeing.length === 0) return;

      const now = clock.now();
      // spec: Webhook event envelope: later than the activity, also where both fall into one millisecond.
      const emitted = Math.max(now, event.at + 1);
      const { last_at, name, platform } = await nextMoment(tx, { account_id: event.account_id, now });
      const event_id = newId('evt', last_at);
      await storeEvent(tx, {
        event_id,
        account_id: event.account_id,
        type: event.type,
        envelope: envelopeText({ event_id, name, platform }, event, emitted),
        emitted_at: new Date(emitted),
        seen_by: seeing.map(({ webhook_id }) => webhook_id),
      });
      const sending = seeing.filter(({ mode, is_active }) => mode === 'custom' && is_active);
      await queueDeliveries(
        tx,
        sending.map(({ webhook_id }) => ({ webhook_id, event_id, event_type: event.type })),
        { now, replay: false },
      );
      afterCommit(tx, tellListeners);
      const attributes = { 'overture.event': event_id, 'overture.event_type': event.type };
      afterCommit(tx, () =>
        markSpan({ name: 'emit event', kind: 'producer', of: { event: event_id }, first: true, attributes }),
      );
    },
  };
}

type Head = { readonly last_at: number } & Pick<AccountRow, 'name' | 'platform'>;

const shareWebhooks = setwise(
  async (tx: Queryable, accountIds: readonly string[]): Promise<WebhookRow[][]> => {
    const { rows } = await tx.query<WebhookRow>(
      `select * from webhooks where account_id = any ($1) and is_monitoring order by account_id, webhook_id for share`,
      [accountIds],
    );
    const of = groupBy(rows, ({ account_id }) => account_id);
    return accountIds.map((id) => of.get(id) ?? []);
  },
  { rank: LOCK_RANKS.webhooks },
);

/** Later than the account's last event, even within one millisecond: ids sort as the transactions commit. */
const nextMoment = setwise(
  async (tx: Queryable, asked: readonly { readonly account_id: string; readonly now: number }[]): Promise<Head[]> => {
    const of = groupBy(asked, ({ account_id }) => account_id);
    const accounts = [...of].map(([account_id, all]) => ({ account_id, events: all.length, now: all[0]?.now }));
    const { rows } = await tx.query<Head & { account_id: string }>(
      `with asked as (
         select * from ${rowsOf('account_id text, events int, now bigint')} as asked
       ), head as (
         insert into event_heads (account_id, last_at) select account_id, now + events - 1 from asked order by account_id
         on conflict (account_id) do update
           set last_at = greatest(excluded.last_at, event_heads.last_at + (select events from asked where account_id = excluded.account_id))
         returning account_id, last_at
       )
       select account_id, last_at, name, platform from head join accounts using (account_id)`,
      [jsonRows(accounts)],
    );
    const heads = new Map(rows.map((row) => [row.account_id, row]));
    const places = new Map<string, number>();
    return asked.map(({ account_id }) => {
      const head = heads.get(account_id);
      if (!head) throw new Error(`an event of an unknown account ${account_id}`);
      const place = (places.get(account_id) ?? 0) + 1;
      places.set(account_id, place);
      return { ...head, last_at: Number(head.last_at) - (of.get(account_id)?.length ?? 0) + place };
    });
  },
  { rank: LOCK_RANKS.event_heads, writes: true },
);

interface StoredEvent {
  readonly event_id: string;
  readonly account_id: string;
  readonly type: string;
  readonly envelope: string;
  readonly emitted_at: Date;
  readonly seen_by: readonly string[];
}

const storeEvent = setwiseWrite((events: readonly StoredEvent[]) => ({
  text: `with given as (
         select * from ${rowsOf('event_id text, account_id text, type text, envelope text, emitted_at timestamptz, seen_by text[]')} as event
       ), stored as (
         insert into events (event_id, account_id, type, envelope, emitted_at)
         select event_id, account_id, type, envelope, emitted_at from given
       )
       insert into webhook_events (webhook_id, event_id) select unnest(seen_by), event_id from given`,
  values: [jsonRows(events)],
}));

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
