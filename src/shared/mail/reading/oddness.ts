import { LANGUAGES } from '../languages/all-languages.ts';

/** The weight of each sign of a wrong charset. */
const WEIGHTS = {
  ...{
    lost: 20,
    control: 10,
    drawing: 4,
    symbol_in_word: 4,
    mixed_scripts: 6,
    inner_capital: 3,
    foreign: 3,
    narrow: 2,
  },
  ...{ unknown_character: 1, known_word: 4, most_known_words: 5, other_script: 0.5, most_of_other_scripts: 12 },
};

const ALPHABETS = LANGUAGES.map(({ letters }) => new Set(letters)).filter(({ size }) => size > 0);
/** Words and characters of the languages' data: words that have more than a to z, and characters of those that have no letters. */
const WORDS = new Set<string>();
const CHARACTERS = new Set<string>();
for (const text of LANGUAGES.flatMap((language) => textsIn(language))) {
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{3,40}/gu)) if (/[^a-z]/.test(word)) WORDS.add(word);
  for (const sign of text) if (isCharacter(sign)) CHARACTERS.add(sign);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const LETTER = /^\p{L}$/u;
/** Those that the languages here are written in with letters. */
const LATIN = /^\p{Script=Latin}$/u;
const CYRILLIC = /^\p{Script=Cyrillic}$/u;

/**
 * How far a text is from what people write: 0 is quite usual. Bytes that are read in another charset than they were written in give letters of no one
 * language, symbols and capitals within words, and characters of no use.
 */
export function oddness(text: string): number {
  let odd = 0;
  let before = '';
  let others = 0;
  const foreign = ALPHABETS.map(() => 0);
  const signs = [...text];
  for (const [at, sign] of signs.entries()) {
    if (sign >= '\u0080') {
      odd += oddnessOf(sign, before, signs[at + 1] ?? '');
      const script = LETTER.test(sign) ? scriptOf(sign) : 'none';
      if (script === 'other') others += 1;
      else if (script === 'latin' || script === 'cyrillic') countForeign(foreign, sign.toLowerCase());
    }
    before = sign;
  }
  const strange = Math.min(others * WEIGHTS.other_script, WEIGHTS.most_of_other_scripts);
  return odd + strange + Math.min(...foreign) * WEIGHTS.foreign - knownWords(text) * WEIGHTS.known_word;
}

function countForeign(foreign: number[], letter: string): void {
  for (const [index, alphabet] of ALPHABETS.entries()) {
    if (!alphabet.has(letter)) foreign[index] = (foreign[index] ?? 0) + 1;
  }
}

function knownWords(text: string): number {
  const known = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{3,40}/gu)) if (WORDS.has(word)) known.add(word);
  return Math.min(known.size, WEIGHTS.most_known_words);
}

function oddnessOf(sign: string, before: string, next: string): number {
  if (sign === '\ufffd') return WEIGHTS.lost;
  if (sign <= '\u009f' || (sign >= '\ue000' && sign <= '\uf8ff')) return WEIGHTS.control;
  if (sign >= '\u2500' && sign <= '\u25ff') return WEIGHTS.drawing;
  if (sign >= '\uff61' && sign <= '\uff9f') return WEIGHTS.narrow;
  if (isCharacter(sign)) return CHARACTERS.has(sign) ? 0 : WEIGHTS.unknown_character;
  if (!LETTER.test(sign))
    return isInWord(before, next) && !/^[’‘·\u00ad\p{M}]$/u.test(sign) ? WEIGHTS.symbol_in_word : 0;
  if (LETTER.test(before) && !isCharacter(before) && scriptOf(before) !== scriptOf(sign)) return WEIGHTS.mixed_scripts;
  return isLower(before) && isUpper(sign) ? WEIGHTS.inner_capital : 0;
}

const isInWord = (before: string, next: string): boolean => /^[a-z]$/i.test(before) || /^[a-z]$/i.test(next);
const isLower = (sign: string): boolean => LETTER.test(sign) && sign !== sign.toUpperCase();
const isUpper = (sign: string): boolean => sign !== sign.toLowerCase();

function isCharacter(sign: string): boolean {
  return sign >= '\u3040' && /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(sign);
}

function scriptOf(letter: string): 'latin' | 'cyrillic' | 'characters' | 'other' {
  if (LATIN.test(letter)) return 'latin';
  if (CYRILLIC.test(letter)) return 'cyrillic';
  return isCharacter(letter) ? 'characters' : 'other';
}
