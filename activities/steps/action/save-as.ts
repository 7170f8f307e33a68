import { cutText } from '../../../src/shared/kit/cut-text.ts';

const MOST_BYTES = 32 * 1024;
/** Items of a list and characters of a text that are kept, from most to least: the first of these that fits is taken. */
const CUTS: readonly { readonly items: number; readonly characters: number }[] = [
  { items: 200, characters: 4000 },
  { items: 50, characters: 2000 },
  { items: 20, characters: 1000 },
  { items: 10, characters: 500 },
  { items: 5, characters: 200 },
  { items: 1, characters: 100 },
];

interface Saved {
  readonly value: unknown;
  /** Whether something of it was left out. */
  readonly trimmed: boolean;
}

/** Bounds an answer that becomes a variable, because it goes along with every later step. */
export function savedValue(data: unknown): Saved {
  const whole = cut(data, { items: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY });
  if (fits(whole)) return { value: whole, trimmed: false };
  for (const limits of CUTS) {
    const value = cut(data, limits);
    if (fits(value)) return { value, trimmed: true };
  }
  return { value: {}, trimmed: true };
}

const fits = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value) ?? '') <= MOST_BYTES;

function cut(value: unknown, limits: { readonly items: number; readonly characters: number }): unknown {
  // Postgres keeps no NUL in a JSON text.
  if (typeof value === 'string') return cutText(value, limits.characters).replaceAll('\u0000', '\ufffd');
  if (Array.isArray(value)) return value.slice(0, limits.items).map((item) => cut(item, limits));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cut(item, limits)]));
}
