import { type Word, wordsOf } from '../words/words-of.ts';
import { LANGUAGES } from './all-languages.ts';
import type { Language } from './language.ts';

/** The words that the data of each language is written with. */
const VOCABULARIES = LANGUAGES.map((language) => ({
  language,
  words: new Set(textsIn(language).flatMap((text) => wordsOf(text).map((word) => word.text))),
}));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const MOST_WORDS = 300;
/** Of the words that the likeliest language knows; people mix languages, and related ones share words. */
const ENOUGH = 0.5;

/** In which languages these words may be written; all, where none of them is known. */
export function languagesOf(words: readonly Word[]): ReadonlySet<Language> {
  const some = words.slice(0, MOST_WORDS);
  const known = VOCABULARIES.map(({ language, words: vocabulary }) => ({
    language,
    count: some.filter(({ text }) => vocabulary.has(text)).length,
  }));
  const most = Math.max(...known.map(({ count }) => count));
  return new Set(known.filter(({ count }) => count >= most * ENOUGH).map(({ language }) => language));
}
