import type { Duplex } from 'node:stream';
import { newId } from '../../../shared/kit/ids.ts';
import { errorBody } from './envelope.ts';

/** What Node's parser gave up on (headers without end, no HTTP) never becomes a request: the envelope is written by hand. */
export function answerUnreadable(now: number, error: Error & { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const message =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'request: its headers are too large'
      : 'request: this is not an HTTP request';
  const facts = { action: null, account_id: null, credits_consumed: 0 };
  const body = JSON.stringify(errorBody(now, { ...facts, code: 'INVALID_PARAMS', message }));
  const head = [
    'HTTP/1.1 400 Bad Request',
    `x-request-id: ${newId('req')}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
