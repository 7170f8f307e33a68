import type { IncomingMessage } from 'node:http';
import { newId } from '../kit/ids.ts';

/** Ids as others make them (a UUID, a ULID, base64, `Root=1-…`); nothing that a header, a log or a query would have to quote. */
const WELL_FORMED = /^[\w.~:/+=-]{1,128}$/;

/**
 * The id of a request in its answer, the log and traces: its caller's `X-Request-Id` where that is well-formed, so that both sides find it by the same
 * one; else one of our own. A caller may use one twice.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const { 'x-request-id': given } = headers;
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : newId('req');
}
