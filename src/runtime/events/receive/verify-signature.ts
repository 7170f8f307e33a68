import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_PREFIX } from '../../../v2/contract/headers.ts';

export interface SignedDelivery {
  /** The headers as they came. */
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  /** The body's bytes, never a re-serialization. */
  readonly raw: Buffer;
}

/**
 * Verifies the signature of a delivery. spec: Authentication, 7: `v1=` and the hex HMAC-SHA256 of `<timestamp>.<raw>`, compared in
 * constant time.
 */
export function verifySignature({ timestamp, signature, raw }: SignedDelivery, secret: string): boolean {
  if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (signature === undefined || !signature.startsWith(SIGNATURE_PREFIX)) return false;
  const given = signature.slice(SIGNATURE_PREFIX.length);
  if (!/^[0-9a-f]{64}$/.test(given)) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
