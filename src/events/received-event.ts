import { eventEnvelope } from '../contract/events.ts';
import type { NewEvent } from '../store/events/insert-events.ts';

/** The row of an envelope; null when it is none. `text` is the body as it came. */
export function receivedEvent(text: string, receivedAt: number): NewEvent | null {
  const parsed = eventEnvelope.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.event_id.length > 200) return null;
  const { event_id, account_id, platform, event } = parsed.data;
  const occurred = Date.parse(event.timestamp);
  return {
    event_id,
    account_id,
    platform,
    type: event.type,
    // Postgres keeps no NUL in a JSON text, and an event must not be lost for one.
    payload: /\\u0000/i.test(text) ? text.replace(/\\u0000/gi, '\\ufffd') : text,
    occurred_at: new Date(Number.isNaN(occurred) ? receivedAt : occurred),
    received_at: new Date(receivedAt),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
