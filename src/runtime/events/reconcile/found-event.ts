import type { NewEvent } from '../../store/events/insert-events.ts';

/** Turns a finding into an event such as the service would have sent. The same finding has the same id, so it is ingested once. */
export function foundEvent(found: {
  readonly account_id: string;
  readonly platform: string;
  readonly type: 'message' | 'accepted_invitation';
  /** Tells this finding from others of its type. */
  readonly key: string;
  readonly occurred_at: number;
  readonly now: number;
  readonly fields: Readonly<Record<string, unknown>>;
}): NewEvent {
  const { account_id, platform, type } = found;
  const event_id = `reconciled/${account_id}/${type}/${found.key}`;
  const timestamp = new Date(found.occurred_at).toISOString();
  const event = { type, timestamp, ...found.fields };
  return {
    event_id,
    account_id,
    platform,
    type,
    payload: JSON.stringify({ event_id, account_id, platform, event, timestamp, reconciled: true }),
    occurred_at: new Date(found.occurred_at),
    received_at: new Date(found.now),
  };
}
