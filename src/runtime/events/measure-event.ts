import type { Clock } from '../../shared/kit/clock.ts';
import { SECOND } from '../../shared/kit/duration.ts';
import * as metrics from '../../shared/telemetry/metrics/event-metrics.ts';
import type { EventRow, PendingEvent } from '../store/events/claim-event.ts';
import type { ProcessedEvent, Unclaimed } from '../store/events/mark-processed.ts';
import type { Activity } from './reading/read-activity.ts';
import type { ReceivedEvent } from './receive/received-event.ts';

const CHANNELS = ['professional', 'messenger', 'email'];
/** A service may call a channel by any name. */
const channelOf = ({ platform }: Pick<EventRow, 'platform'>): string =>
  CHANNELS.includes(platform) ? platform : 'other';

/** Wall seconds from one virtual time until now. */
const since = (clock: Clock, then: Date): number =>
  Math.max(0, clock.now() - then.getTime()) / clock.setting().speed / SECOND;

/** How late events came that a webhook or a stream brought. */
export function measureLag(clock: Clock, platform: string, by: 'webhook' | 'stream', came: readonly ReceivedEvent[]) {
  for (const { row } of came)
    metrics.webhookLag.observe({ channel: channelOf({ platform }), by }, since(clock, row.occurred_at));
}

/** Counts an event whose ingestion is committed. */
export function measureEvent(
  event: EventRow,
  activity: Activity,
  { state, note }: Pick<ProcessedEvent, 'state' | 'note'>,
): void {
  const channel = channelOf(event);
  const { account_id: account } = event;
  metrics.events.inc({ channel, kind: activity.kind, state });
  if (activity.kind === 'bounce') metrics.bounces.inc({ account });
  if (activity.kind === 'complaint') metrics.complaints.inc({ account });
  // The note says that another event had reported the same.
  if (state !== 'matched' || note !== null) return;
  if (activity.kind === 'reply') metrics.replies.inc({ account, channel });
  if (activity.kind === 'unsubscribed' || (activity.kind === 'reply' && activity.asks_to_stop))
    metrics.unsubscribes.inc({ account, channel });
}

export function measureEventWait(clock: Clock, event: Pick<EventRow, 'platform' | 'received_at'>): void {
  metrics.eventWait.observe({ channel: channelOf(event) }, since(clock, event.received_at));
}

/** Those of a look that concern nobody, which are marked together. */
export function measureIrrelevant(clock: Clock, look: readonly PendingEvent[], marked: readonly Unclaimed[]): void {
  const states = new Map(marked.map(({ event_id, state }) => [event_id, state]));
  for (const event of look) {
    const state = states.get(event.event_id);
    if (state === undefined) continue;
    const kind = state === 'ignored' ? 'ignored' : 'stranger';
    metrics.events.inc({ channel: channelOf(event), kind, state });
    measureEventWait(clock, event);
  }
}
