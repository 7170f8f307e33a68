import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import { CodedError } from '../kit/coded-error.ts';
import { bytesOf, encodingOf, textOf } from './payload-text.ts';

export interface EncryptionKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const ENCODING = 'binary/encrypted';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;
const QUOTE = 0x22;

/**
 * AES-256-GCM over whole payloads. Two kinds stay readable: those without data, and bare JSON strings, which in our histories are
 * only summaries and outcomes, meant to be read in Temporal's interface. The first key encrypts; the others still decrypt.
 */
export function encryptionCodec(keys: readonly [EncryptionKey, ...EncryptionKey[]]): PayloadCodec {
  const byId = new Map(keys.map((entry) => [entry.id, checked(entry).key]));
  const [current] = keys;
  return {
    async encode(payloads) {
      return payloads.map((payload) => (staysReadable(payload) ? payload : encrypt(payload, current)));
    },
    async decode(payloads) {
      return payloads.map((payload) => (encodingOf(payload) === ENCODING ? decrypt(payload, byId) : payload));
    },
  };
}

function staysReadable(payload: Payload): boolean {
  if (!payload.data || payload.data.length === 0) return true;
  // A reference to a plan names nothing but a digest, and tells an operator which plan a history belongs to.
  if (encodingOf(payload) === 'json/overture-plan') return true;
  return encodingOf(payload) === 'json/plain' && payload.data[0] === QUOTE;
}

function encrypt(payload: Payload, { id, key }: EncryptionKey): Payload {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bytesOf(id));
  const plain = proto.temporal.api.common.v1.Payload.encode(payload).finish();
  const data = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { metadata: { encoding: bytesOf(ENCODING), 'encryption-key-id': bytesOf(id) }, data };
}

function decrypt(payload: Payload, keys: ReadonlyMap<string, Uint8Array>): Payload {
  const id = textOf(payload.metadata?.['encryption-key-id']);
  const key = keys.get(id);
  if (!key) {
    throw new CodedError(
      'unknown_encryption_key',
      `A payload in Temporal is encrypted with the key '${id}', which is not configured.`,
      {
        fix: 'Set OVERTURE_SECRET_KEY to the key this installation was started with.',
      },
    );
  }
  const data = payload.data ?? new Uint8Array();
  const end = data.length - TAG_LENGTH;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, IV_LENGTH)).setAAD(bytesOf(id));
    decipher.setAuthTag(data.subarray(end));
    const plain = Buffer.concat([decipher.update(data.subarray(IV_LENGTH, end)), decipher.final()]);
    const { metadata, data: inner } = proto.temporal.api.common.v1.Payload.decode(plain);
    return { metadata, data: inner };
  } catch (cause) {
    throw new CodedError('payload_not_decrypted', `A payload in Temporal does not decrypt with the key '${id}'.`, {
      fix: 'Set OVERTURE_SECRET_KEY to the key this installation was started with.',
      cause,
    });
  }
}

function checked(entry: EncryptionKey): EncryptionKey {
  if (entry.key.length === 32) return entry;
  throw new CodedError('bad_encryption_key', `An encryption key has 32 bytes; '${entry.id}' has ${entry.key.length}.`);
}
