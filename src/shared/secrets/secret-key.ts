import { createHmac } from 'node:crypto';
import { CodedError } from '../kit/coded-error.ts';

export interface SecretKey {
  /** Made from the key, so that two processes name one key alike; tells nothing of it. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** Fails on a key that has not 32 bytes. */
export function secretKey(key: Uint8Array): SecretKey {
  if (key.length !== 32) {
    throw new CodedError('secret_key_invalid', `the secret key has ${key.length} bytes, not 32`, {
      fix: 'Set OVERTURE_SECRET_KEY to 64 hexadecimal digits.',
    });
  }
  return { id: `k${createHmac('sha256', key).update('overture key id').digest('hex').slice(0, 16)}`, key };
}
