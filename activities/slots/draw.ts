import { createHash } from 'node:crypto';

/** A number from 0 up to 1 that looks random and is always the same for the same seed: a replay draws it again. */
export function draw(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
}

export function drawBetween(range: { readonly min: number; readonly max: number }, seed: string): number {
  return Math.round(range.min + (range.max - range.min) * draw(seed));
}
