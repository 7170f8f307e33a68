import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isRecord } from '../../src/shared/kit/is-record.ts';

const BODY_SENT = 'undici:request:bodySent';

/**
 * Calls back each time the whole body of a call that carries an Idempotency-Key has left this process, before anything of its
 * answer is read. Only fault runs watch this. Returns the function that ends it.
 */
export function watchBytesSent(onSent: () => void): () => void {
  const listener = (message: unknown) => {
    if (JSON.stringify(headersOf(message)).toLowerCase().includes('idempotency-key')) onSent();
  };
  subscribe(BODY_SENT, listener);
  return () => unsubscribe(BODY_SENT, listener);
}

function headersOf(message: unknown): unknown {
  if (!isRecord(message)) return null;
  const { request } = message;
  return isRecord(request) && 'headers' in request ? request.headers : null;
}
