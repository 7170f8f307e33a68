import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { isPlausible } from './plausible-text.ts';

/** How sure the library is, of 100, for a reading that no other one agrees with. */
const SURE = 20;
const AHEAD = 8;
/** Encodings of old programs, which the library does not know. A text that can be read in one of them has to be more certain. */
const OF_THE_PAST = ['macintosh', 'cp850'].map((encoding) => ({ encoding, confidence: 30 }));
/** The encoding of most programs, which the library does not name where there are only signs beyond ASCII and no letters, such as `10 €`. */
const USUAL = { encoding: 'windows-1252', confidence: 0 };
/** Each is a part of the other, which has letters where it has nothing. */
const WIDER: Readonly<Record<string, string>> = { 'iso-8859-1': 'windows-1252', 'iso-8859-9': 'windows-1254' };

interface Reading {
  readonly encoding: string;
  readonly text: string;
  /** Between 0 and 100. */
  readonly confidence: number;
}

export type Detected =
  | { readonly kind: 'certain'; readonly encoding: string }
  /** The bytes fit several encodings, and letters would differ. */
  | { readonly kind: 'several'; readonly readings: readonly Reading[] }
  | { readonly kind: 'none' };

/**
 * Detects the encoding of bytes that are no UTF-8. The library's guess counts where the text is one that somebody may have written, where it is well
 * ahead of every such reading with other letters, and where the usual encoding gives no other such text: somebody's name would be wrong in every
 * message.
 */
export function detectEncoding(sample: Uint8Array): Detected {
  const found = analyse(sample).map(({ name, confidence }) => ({ encoding: name.toLowerCase(), confidence }));
  const readings = [...found, USUAL, ...OF_THE_PAST].flatMap((one) => readingOf(sample, one));
  const plausible = readings.filter(({ text }) => isPlausible(text)).sort((a, b) => b.confidence - a.confidence);
  const [best] = plausible;
  if (best === undefined) return { kind: 'none' };
  const others = plausible.filter(({ text }) => text !== best.text);
  const isAhead = others.every(({ confidence }) => best.confidence >= SURE && best.confidence >= confidence + AHEAD);
  const mayBeUsual = others.some(({ encoding }) => encoding === USUAL.encoding);
  if (!isAhead || mayBeUsual) return { kind: 'several', readings: likeliestFirst(plausible) };
  // Text behind the sample may have letters that the sample has not, so the usual encoding is taken where it fits.
  const isUsual = plausible.some(({ encoding }) => encoding === USUAL.encoding);
  return { kind: 'certain', encoding: isUsual ? USUAL.encoding : best.encoding };
}

/** Each text once. */
function likeliestFirst(readings: readonly Reading[]): Reading[] {
  const rank = ({ encoding }: Reading): number => {
    if (encoding === USUAL.encoding) return 0;
    return OF_THE_PAST.some((one) => one.encoding === encoding) ? 2 : 1;
  };
  return readings
    .filter(({ text }, place) => readings.findIndex((other) => other.text === text) === place)
    .sort((a, b) => rank(a) - rank(b));
}

function readingOf(sample: Uint8Array, { encoding: name, confidence }: Omit<Reading, 'text'>): Reading[] {
  const encoding = WIDER[name] ?? name;
  if (!iconv.encodingExists(encoding) || /^(?:utf|ascii)/.test(encoding)) return [];
  // The sample may end within a character, so what is left open there is not asked for.
  return [{ encoding, text: iconv.getDecoder(encoding).write(Buffer.from(sample)), confidence }];
}
