import { isRecord } from '../../../shared/kit/is-record.ts';
import type { NewEvent } from '../../store/events/insert-events.ts';
import { type Envelope, readEnvelopes } from '../reading/read-envelopes.ts';

/** The account whose webhook or stream brought an event. */
export interface Origin {
  readonly account_id: string;
  readonly platform: string;
}

export interface ReceivedEvent {
  readonly row: NewEvent;
  /** The account that the body names; null where it names none. */
  readonly named_account: string | null;
  /** The service gave the id. */
  readonly is_named: boolean;
  /** A list of more events than can be taken in at once. */
  readonly is_too_long: boolean;
}

/** The rows of a body as it came. What is not understood has a row too, and what the body leaves out its origin tells. */
export function receivedEvents(text: string, origin: Origin, receivedAt: number): ReceivedEvent[] {
  return readEnvelopes(text).map((envelope) => ({
    row: {
      event_id: envelope.event_id,
      account_id: origin.account_id,
      platform: envelope.platform ?? origin.platform,
      type: envelope.type.replaceAll('\0', ''),
      payload: payloadOf(envelope, envelope.is_listed ? null : text),
      occurred_at: new Date(envelope.occurred_at ?? receivedAt),
      received_at: new Date(receivedAt),
    },
    named_account: envelope.account_id,
    is_named: envelope.is_named,
    is_too_long: envelope.is_too_long ?? false,
  }));
}

/** The body as it came where that is one JSON object: numbers keep all their digits. */
function payloadOf({ body }: Envelope, text: string | null): string {
  if (text !== null && isRecord(body) && !/\\u(?:0000|d[89a-f])/i.test(text)) return text;
  // Postgres keeps no NUL and no half of a surrogate pair in a JSON text, and an event must not be lost for one.
  return JSON.stringify(body).replace(/(?<!\\)\\+u(?:0000|d[89a-f][0-9a-f]{2})/gi, (found) => {
    const slashes = found.length - 'u0000'.length;
    // An even number of them is so many backslashes, and then five characters that are meant.
    return slashes % 2 === 1 ? `${found.slice(0, slashes - 1)}\\ufffd` : found;
  });
}
