/** Names as they are sent; Node's receiving side sees them in lower case. */

/** On every request. spec: Authentication, 1. */
export const API_KEY = 'x-api-key';

/** spec: Authentication, 7: a signed POST of a custom webhook. */
export const TIMESTAMP = 'X-Service-Timestamp';
export const SIGNATURE = 'X-Service-Signature';
export const SIGNATURE_PREFIX = 'v1=';

/** spec: Events / Delivery. */
export const EVENT_ID = 'X-Service-Event-Id';
export const ATTEMPT = 'X-Service-Attempt';
export const REPLAY = 'X-Service-Replay';

/** On the callback of a connection link. */
export const LINK_ID = 'X-Service-Link-Id';

/** Extension: the same key and body within a day get the stored answer, with no second effect or charge. @unspecified */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** `true` on an answer that was stored. @unspecified */
export const IDEMPOTENT_REPLAYED = 'Idempotent-Replayed';

/** Seconds, on a 429. @unspecified */
export const RETRY_AFTER = 'Retry-After';
/** On every response. @unspecified */
export const REQUEST_ID = 'X-Request-Id';
/** The stream's resume point. @unspecified */
export const LAST_EVENT_ID = 'Last-Event-ID';
/** On every V1 answer. @unspecified */
export const DEPRECATION = 'Deprecation';
