import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import { CodedError } from '../../shared/kit/coded-error.ts';
import type { KeyRing } from '../../shared/secrets/key-ring.ts';
import type { SecretKey } from '../../shared/secrets/secret-key.ts';
import { bytesOf, encodingOf, textOf } from './payload-text.ts';
import { asCodec, type SoonCodec } from './soon-codec.ts';

/** The name that earlier versions gave whichever key they had. */
const NAMELESS = 'overture';

const ENCODING = 'binary/encrypted';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;
const QUOTE = 0x22;

/**
 * AES-256-GCM over whole payloads. Two kinds stay readable: those without data, and bare JSON strings, which in our histories are
 * only summaries and outcomes, meant to be read in Temporal's interface. The ring's present key encrypts, all of them decrypt.
 */
export const encryptionCodec = (ring: KeyRing): PayloadCodec => asCodec(soonEncryption(ring));

/** The same, which answers at once unless another process has written with a key that this one must look up. */
export function soonEncryption(ring: KeyRing): SoonCodec {
  return {
    encode: (payload) => (staysReadable(payload) ? payload : encrypt(payload, ring.current)),
    decode: (payload) => (encodingOf(payload) === ENCODING ? decrypt(payload, ring) : payload),
  };
}

function staysReadable(payload: Payload): boolean {
  if (!payload.data || payload.data.length === 0) return true;
  // A reference to a plan names nothing but a digest, and tells an operator which plan a history belongs to.
  if (encodingOf(payload) === 'json/overture-plan') return true;
  return encodingOf(payload) === 'json/plain' && payload.data[0] === QUOTE;
}

function encrypt(payload: Payload, { id, key }: SecretKey): Payload {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bytesOf(id));
  const plain = proto.temporal.api.common.v1.Payload.encode(payload).finish();
  const data = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { metadata: { encoding: bytesOf(ENCODING), 'encryption-key-id': bytesOf(id) }, data };
}

function decrypt(payload: Payload, ring: KeyRing): Payload | Promise<Payload> {
  const id = textOf(payload.metadata?.['encryption-key-id']);
  const candidates = knownKeys(id, ring);
  if (candidates.length > 0) return decryptWith(payload, id, candidates);
  // Another process may have a newer key than we knew at our start.
  return ring.refresh().then(() => decryptWith(payload, id, knownKeys(id, ring)));
}

function decryptWith(payload: Payload, id: string, candidates: readonly SecretKey[]): Payload {
  if (candidates.length === 0) {
    throw new CodedError(
      'unknown_encryption_key',
      `A payload in Temporal is encrypted with the key '${id}', which is not configured.`,
      { fix: FIX },
    );
  }
  for (const { key } of candidates) {
    const plain = decipher(payload.data ?? new Uint8Array(), id, key);
    if (plain === null) continue;
    const { metadata, data } = proto.temporal.api.common.v1.Payload.decode(plain);
    return { metadata, data };
  }
  throw new CodedError('payload_not_decrypted', `A payload in Temporal does not decrypt with the key '${id}'.`, {
    fix: FIX,
  });
}

const FIX = 'Name the key that wrote it in OVERTURE_SECRET_KEY_PREVIOUS; it goes on from there by itself.';

function knownKeys(id: string, ring: KeyRing): readonly SecretKey[] {
  if (id === NAMELESS) return ring.all;
  const key = ring.find(id);
  return key === undefined ? [] : [key];
}

/** Null: written with another key, or changed since. */
function decipher(data: Uint8Array, id: string, key: Uint8Array): Uint8Array | null {
  const end = data.length - TAG_LENGTH;
  try {
    const reading = createDecipheriv('aes-256-gcm', key, data.subarray(0, IV_LENGTH)).setAAD(bytesOf(id));
    reading.setAuthTag(data.subarray(end));
    return Buffer.concat([reading.update(data.subarray(IV_LENGTH, end)), reading.final()]);
  } catch {
    return null;
  }
}
