import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Numbers from 0 up to 1, always the same ones for the same seed. */
export type Random = () => number;

/**
 * sfc32 (Chris Doty-Humphrey's Small Fast Counter), seeded by a hash of the text. Each question has a seed of its own, so what
 * one lead does depends on no other lead and on no order.
 */
export function createRandom(seed: string): Random {
  const view = new DataView(sha256(utf8ToBytes(seed)).buffer);
  let a = view.getUint32(0);
  let b = view.getUint32(4);
  let c = view.getUint32(8);
  let counter = 1;
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
}
