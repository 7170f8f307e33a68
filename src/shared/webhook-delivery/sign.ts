import { createHmac } from 'node:crypto';

export interface ToSign {
  readonly event_id: string;
  /** Wall time of this attempt, Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** Gives the headers that prove where a body comes from. One per signature scheme. */
export type Signer = (message: ToSign) => Readonly<Record<string, string>>;

export const SIGNATURE_SCHEME =
  'X-Service-Signature: v1=<lowercase hex of HMAC-SHA256 with the secret over "<X-Service-Timestamp>.<raw body>">';

/** spec: Authentication, 7. The secret is the key as given, not decoded from anything. */
export function serviceSigner(secret: string): Signer {
  return ({ timestamp, body }) => ({
    'X-Service-Timestamp': String(timestamp),
    'X-Service-Signature': `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex')}`,
  });
}
