import { fold, isCharacter } from '../words/words-of.ts';

/** How many weights there are for what texts are made of. */
export const BUCKETS = 1 << 16;

/** The most characters that are read: a mail's meaning is said near its beginning; a signature tells nothing. */
const MOST = 1_500;

/** Runs of so many letters, with the blank before and behind a word; of characters that are words, from one. */
const LETTERS = { least: 2, most: 5 };
const CHARACTERS = { least: 1, most: 4 };

/**
 * The features of a text, as a linear model takes them: words, pairs of words and runs of letters, each as the number of its
 * bucket.
 */
export interface TextFeatures {
  /** Each once, in the order in which they stand. */
  readonly buckets: readonly number[];
  /** The index of the word with which each bucket's feature begins. */
  readonly begins: readonly number[];
  readonly words: readonly string[];
}

/** Kinds of features, so that the word `no` and the letters `no` are two. */
const KIND = { run: 1, word: 2, pair: 3 };

export function textFeatures(text: string): TextFeatures {
  const words = tokensOf(text);
  const found = new Map<number, number>();
  const add = (hash: number, word: number) => {
    const bucket = mixed(hash) % BUCKETS;
    if (!found.has(bucket)) found.set(bucket, word);
  };
  for (const [at, word] of words.entries()) {
    const whole = hashOf(word, KIND.word);
    add(whole, at);
    if (at > 0) add(hashOf(word, hashOf(words[at - 1] ?? '', KIND.pair)), at - 1);
    addRuns(word, (hash) => add(hash, at));
  }
  return { buckets: [...found.keys()], begins: [...found.values()], words };
}

/** Folded words, every number as one, every address as `@`, and signs that people stress with. */
function tokensOf(text: string): string[] {
  const plain = fold(text.slice(0, MOST)).replace(ADDRESSES, ' @ ');
  return (plain.match(TOKENS) ?? []).map((token) => (/^\d/.test(token) ? '0' : token));
}

const ADDRESSES = /https?:\S{1,2000}|[\w.+-]{1,64}@[\w.-]{1,255}/g;
const TOKENS = /[\p{L}\p{M}]+|\d+|@|[?!]+/gu;

function addRuns(word: string, add: (hash: number) => void): void {
  const hasCharacters = isCharacter(word[0] ?? '');
  const { least, most } = hasCharacters ? CHARACTERS : LETTERS;
  const padded = hasCharacters ? word : ` ${word} `;
  for (let from = 0; from < padded.length; from += 1) {
    let hash = begun(KIND.run);
    for (let length = 1; length <= most && from + length <= padded.length; length += 1) {
      hash = step(hash, padded.charCodeAt(from + length - 1));
      if (length >= least) add(hash);
    }
  }
}

/** FNV-1a over UTF-16 units, and the last steps of MurmurHash3, without which its low bits are alike for texts that are. */
const begun = (seed: number): number => Math.imul(2_166_136_261 ^ seed, 16_777_619);
const step = (hash: number, unit: number): number => Math.imul(hash ^ unit, 16_777_619);
function hashOf(text: string, seed: number): number {
  let hash = begun(seed);
  for (let at = 0; at < text.length; at += 1) hash = step(hash, text.charCodeAt(at));
  return hash;
}
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2_ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
