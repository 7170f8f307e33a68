import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * A number from 0 up to 1 that looks random and is always the same for the same seed: a replay draws it again, and a
 * simulation draws what the real run draws.
 */
export function draw(seed: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(seed));
  return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) / 2 ** 32;
}

export function drawBetween(range: { readonly min: number; readonly max: number }, seed: string): number {
  return Math.round(range.min + (range.max - range.min) * draw(seed));
}
