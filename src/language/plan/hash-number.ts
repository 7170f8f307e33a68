import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** A whole number from 0 up to 2^32 that looks random and is always the same for the same text. */
export function hashNumber(text: string): number {
  const bytes = sha256(utf8ToBytes(text));
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}
