import { createHmac, hkdfSync } from 'node:crypto';
import { CodedError } from '../kit/coded-error.ts';
import { type KeyRing, ringOf } from './key-ring.ts';
import { openWith, parseSealed, seal } from './seal.ts';
import { secretKey } from './secret-key.ts';

export interface SecretBox {
  seal(plain: string): string;
  /** Throws CodedError `secret_unreadable`. */
  open(sealed: string): string;
  /** The same for the same text, also after the key was changed: a stored one can be looked for. */
  digest(plain: string): string;
}

/** Seals with the present key and opens what any key of the ring sealed. A bare key is a ring of one. */
export function createSecretBox(keys: KeyRing | Uint8Array): SecretBox {
  const ring = keys instanceof Uint8Array ? ringOf([secretKey(keys)]) : keys;
  let digests = { of: '', key: new Uint8Array() };
  const digestKey = (): Uint8Array => {
    const { id, key } = ring.oldest;
    if (digests.of !== id) {
      digests = { of: id, key: new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), 'overture digest', 32)) };
    }
    return digests.key;
  };
  return {
    digest: (plain) => createHmac('sha256', digestKey()).update(plain, 'utf8').digest('hex'),
    seal: (plain) => seal(ring.current, plain),
    open(text) {
      const sealed = parseSealed(text);
      if (sealed === null) throw unreadable();
      const named = sealed.key_id === null ? undefined : ring.find(sealed.key_id);
      // It is opened the next time, if the key has come by then.
      if (sealed.key_id !== null && named === undefined) void ring.refresh();
      const candidates = sealed.key_id === null ? ring.all : named === undefined ? [] : [named];
      for (const key of candidates) {
        const plain = openWith(key, sealed);
        if (plain !== null) return plain;
      }
      throw unreadable();
    },
  };
}

function unreadable(): CodedError {
  return new CodedError('secret_unreadable', 'a stored secret cannot be opened with the current keys', {
    fix: 'Set OVERTURE_SECRET_KEY to the key that sealed it, or name that one in OVERTURE_SECRET_KEY_PREVIOUS.',
  });
}
