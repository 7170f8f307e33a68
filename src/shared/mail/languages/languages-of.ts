import { type Word, wordsOf } from '../words/words-of.ts';
import { LANGUAGES } from './all-languages.ts';
import type { Language } from './language.ts';

interface Vocabulary {
  readonly language: Language;
  readonly words: ReadonlySet<string>;
  readonly begins: ReadonlySet<string>;
}

interface Vocabularies {
  readonly all: readonly Vocabulary[];
  readonly longest_begin: number;
}

let vocabularies: Vocabularies | null = null;

/** Made when the first text comes, as phrases are. */
function readVocabularies(): Vocabularies {
  const all = LANGUAGES.map(vocabularyOf);
  const longest_begin = Math.max(...all.flatMap(({ begins }) => [...begins].map(({ length }) => length)));
  return { all, longest_begin };
}

/** The words that the data of a language is written with, and those of which it has the beginning alone. */
function vocabularyOf(language: Language): Vocabulary {
  const texts = textsIn(language);
  const begun = texts.flatMap((text) => text.match(/[^\s|;,()[\]]{1,60}(?=\*)/g) ?? []);
  return {
    language,
    words: new Set(texts.flatMap((text) => wordsOf(text).map((word) => word.text))),
    begins: new Set(begun.flatMap((text) => wordsOf(text).at(-1)?.text ?? [])),
  };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A shorter beginning is one of words in many languages. */
const LEAST_BEGIN = 4;

function knows({ words, begins }: Vocabulary, text: string, longestBegin: number): boolean {
  if (words.has(text)) return true;
  // A word may be as long as the mail.
  const longest = Math.min(text.length - 1, longestBegin);
  for (let length = LEAST_BEGIN; length <= longest; length++) if (begins.has(text.slice(0, length))) return true;
  return false;
}

const MOST_WORDS = 300;
/** The share of the words that the likeliest language must know; people mix languages, and related ones share words. */
const ENOUGH = 0.5;

/** In which languages these words may be written; all, where none of them is known. */
export function languagesOf(words: readonly Word[], enough = ENOUGH): ReadonlySet<Language> {
  const some = words.slice(0, MOST_WORDS);
  vocabularies ??= readVocabularies();
  const { all, longest_begin } = vocabularies;
  const known = all.map((vocabulary) => ({
    language: vocabulary.language,
    count: some.filter(({ text }) => knows(vocabulary, text, longest_begin)).length,
  }));
  const most = Math.max(...known.map(({ count }) => count));
  return new Set(known.filter(({ count }) => count >= most * enough).map(({ language }) => language));
}
