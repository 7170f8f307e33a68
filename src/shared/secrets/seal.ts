import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from './secret-key.ts';

/** `v1.<text>` of earlier versions did not say which key it was. */
const FORMAT = 'v2';
const FORMER_FORMAT = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: `v2.<id of the key>.` and base64url of iv, tag and ciphertext. */
export function seal({ id, key }: SecretKey, plain: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `${FORMAT}.${id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

interface SealedText {
  /** Null: not said. */
  readonly key_id: string | null;
  readonly bytes: Buffer;
}

/** Null: no text that was sealed. */
export function parseSealed(text: string): SealedText | null {
  const parts = text.split('.');
  const encoded = parts.at(-1) ?? '';
  const bytes = Buffer.from(encoded, 'base64url');
  const [format, id] = parts;
  const ofNow = format === FORMAT && parts.length === 3;
  // Only the very text that was sealed: base64 would also be read with stray characters or other last bits.
  if (!(ofNow || (format === FORMER_FORMAT && parts.length === 2)) || bytes.toString('base64url') !== encoded)
    return null;
  return bytes.length < IV_BYTES + TAG_BYTES ? null : { key_id: ofNow ? (id ?? '') : null, bytes };
}

/** Null: not sealed with this key, or changed since. */
export function openWith({ key }: SecretKey, { bytes }: SealedText): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return plain.toString('utf8');
  } catch {
    return null;
  }
}
