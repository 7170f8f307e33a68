/** Numbers from a seed: the same seed gives the same ones, for ever. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** From 0 to `below`, without it. */
  below(below: number): number;
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
}

export function createRandom(...seed: readonly (number | string)[]): Random {
  let state = hash(seed.join('/'));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => next() < share,
    pick: (from) => from[below(from.length)] ?? from[0],
  };
}

/** One number for one question: asked in any order, it is the same. */
export const drawOf = (...question: readonly (number | string)[]): number => createRandom(...question).next();

function hash(text: string): number {
  let value = 2_166_136_261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  return value ^ (value >>> 13);
}
