import { createHmac, randomBytes } from 'node:crypto';

export interface SentMessage {
  /** The same on every attempt and replay. */
  readonly event_id: string;
  /** Counted from 1. */
  readonly attempt: number;
  readonly replay: boolean;
  /** Wall time of this attempt, Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers that name a message and prove where it comes from: one for each signature scheme. */
export type HeadersOf = (message: SentMessage) => Readonly<Record<string, string>>;

export const SIGNATURE_SCHEME =
  'X-Service-Signature: v1=<lowercase hex of HMAC-SHA256 with the secret over "<X-Service-Timestamp>.<raw body>">';

/** spec: Authentication, 7. The secret is the key as given, not decoded from anything. Null: nothing is signed. */
export function serviceHeaders(secret: string | null): HeadersOf {
  return ({ event_id, attempt, replay, timestamp, body }) => ({
    'X-Service-Event-Id': event_id,
    'X-Service-Attempt': String(attempt),
    ...(replay ? { 'X-Service-Replay': 'true' } : {}),
    ...(secret === null
      ? {}
      : {
          'X-Service-Timestamp': String(timestamp),
          'X-Service-Signature': `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex')}`,
        }),
  });
}

/** Standard Webhooks (standardwebhooks.com): while a secret is being rotated, each of the two signs. */
export function standardHeaders(secrets: readonly string[]): HeadersOf {
  return ({ event_id, timestamp, body }) => ({
    'webhook-id': event_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret, `${event_id}.${timestamp}.${body}`)}`).join(' '),
  });
}

const PREFIX = 'whsec_';
const sign = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text, 'utf8')
    .digest('base64');

/** 32 random bytes, as Standard Webhooks writes them. */
export const newStandardSecret = (): string => PREFIX + randomBytes(32).toString('base64');
