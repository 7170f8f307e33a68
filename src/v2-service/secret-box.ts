import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { CodedError } from '../kit/coded-error.ts';
import type { SecretBox } from './context.ts';

const FORMAT = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM; a sealed text is `v1.` and base64url of iv, tag and ciphertext. `key` is 32 bytes. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== 32) {
    throw new CodedError('secret_key_invalid', `the secret key has ${key.length} bytes, not 32`, {
      fix: 'Set OVERTURE_SECRET_KEY to 64 hexadecimal digits.',
    });
  }
  const digestKey = new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), 'overture digest', 32));
  return {
    digest: (plain) => createHmac('sha256', digestKey).update(plain, 'utf8').digest('hex'),
    seal(plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${FORMAT}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(text) {
      const [format, encoded] = text.split('.', 2);
      const bytes = Buffer.from(encoded ?? '', 'base64url');
      // Only the very text that was sealed: base64 would also be read with stray characters or other last bits.
      const exact = text === `${FORMAT}.${bytes.toString('base64url')}`;
      if (!exact || format !== FORMAT || bytes.length < IV_BYTES + TAG_BYTES) throw unreadable();
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
        return plain.toString('utf8');
      } catch (cause) {
        throw unreadable(cause);
      }
    },
  };
}

function unreadable(cause?: unknown): CodedError {
  return new CodedError('secret_unreadable', 'a stored secret cannot be opened with the present key', {
    fix: 'Start the service with the OVERTURE_SECRET_KEY that it was first started with.',
    cause,
  });
}
