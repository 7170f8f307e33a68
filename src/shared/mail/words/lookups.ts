import type { WordsInOrder } from '../languages/language.ts';
import { type Word, wordsOf } from './words-of.ts';

/** How many words were read, and as which kind: from 0. */
export interface Looked {
  readonly kind: number;
  readonly length: number;
}

/** Words of several kinds in all languages (months, weekdays), ready to be looked up; `begin*` fits any that begins so. */
export class WordLookup {
  readonly #exact = new Map<string, { readonly rest: readonly string[]; readonly kind: number }[]>();
  readonly #begins: { readonly begin: string; readonly kind: number }[] = [];

  constructor(lists: readonly WordsInOrder[]) {
    for (const list of lists) {
      for (const [kind, words] of list.split(',').entries()) {
        for (const word of words.split(/\s+/).filter((one) => one !== '' && one !== '-')) this.#add(word, kind);
      }
    }
  }

  /** The longest that stands here; null: none does. */
  at(words: readonly Word[], index: number): Looked | null {
    const first = words[index]?.text ?? '';
    let found: Looked | null = null;
    for (const { rest, kind } of this.#exact.get(first) ?? []) {
      const fits = rest.every((text, at) => words[index + 1 + at]?.text === text);
      if (fits && rest.length + 1 > (found?.length ?? 0)) found = { kind, length: rest.length + 1 };
    }
    if (found !== null) return found;
    const begun = this.#begins.find(({ begin }) => first.startsWith(begin));
    return begun === undefined ? null : { kind: begun.kind, length: 1 };
  }

  #add(word: string, kind: number): void {
    const [first, ...rest] = wordsOf(word.replace(/\*$/, '')).map(({ text }) => text);
    if (first === undefined) return;
    if (word.endsWith('*') && rest.length === 0) this.#begins.push({ begin: first, kind });
    else this.#exact.set(first, [...(this.#exact.get(first) ?? []), { rest, kind }]);
  }
}
