import type { Unreadable } from '../../../shared/http/answer-unreadable.ts';
import { newId } from '../../../shared/kit/ids.ts';
import { errorBody } from '../answers/envelope.ts';

const MESSAGES: Readonly<Record<Unreadable, string>> = {
  headers_too_large: 'request: its headers are too large',
  not_http: 'request: this is not an HTTP request',
  too_slow: 'request: it did not come to its end in time',
};

/** The envelope for what never became a request. */
export function unreadableAnswer(now: number, why: Unreadable) {
  const facts = { action: null, account_id: null, credits_consumed: 0 };
  return {
    status: '400 Bad Request',
    headers: [`x-request-id: ${newId('req')}`, 'content-type: application/json; charset=utf-8'],
    body: JSON.stringify(errorBody(now, { ...facts, code: 'INVALID_PARAMS', message: MESSAGES[why] })),
  };
}
