import { cutText } from '../../shared/kit/cut-text.ts';
import { API_KEY, LAST_EVENT_ID } from '../contract/headers.ts';
import type { Carrier } from './exchange.ts';

export interface StreamRequest {
  /** The last event that was read; null: from now on. */
  readonly after: string | null;
  readonly signal: AbortSignal;
}

export type EventStreamOutcome =
  /** `body` ends when the service ends it, and throws when the connection breaks. */
  | { readonly kind: 'open'; readonly body: AsyncIterable<Uint8Array> }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

const HEADERS_TIMEOUT = 30_000;
const LONGEST_REASON = 4000;

/**
 * spec: GET /v2/webhooks/{webhook_id}/stream. The key goes into the header: a URL ends up in logs. How long it may be silent is
 * for the reader to decide.
 */
export async function streamEvents(
  dispatcher: Carrier,
  service: { readonly base_url: string; readonly api_key: string },
  webhookId: string,
  { after, signal }: StreamRequest,
): Promise<EventStreamOutcome> {
  const { origin, pathname } = new URL(`${service.base_url}/v2/webhooks/${encodeURIComponent(webhookId)}/stream`);
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      origin,
      path: pathname,
      method: 'GET',
      headers: {
        [API_KEY]: service.api_key,
        accept: 'text/event-stream',
        ...(after === null ? {} : { [LAST_EVENT_ID]: after }),
      },
      signal,
      headersTimeout: HEADERS_TIMEOUT,
      bodyTimeout: 0,
    });
    const isStream = String(headers['content-type'] ?? '').includes('text/event-stream');
    if (statusCode === 200 && isStream) return { kind: 'open', body };
    if (statusCode === 200) return { kind: 'unreachable', reason: 'the answer is not an event stream' };
    return { kind: 'refused', status: statusCode, reason: await beginningOf(body) };
  } catch (error) {
    return { kind: 'unreachable', reason: error instanceof Error ? error.message : 'the connection failed' };
  }
}

async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString('utf8');
    if (text.length >= LONGEST_REASON) break;
  }
  return cutText(text, LONGEST_REASON);
}
