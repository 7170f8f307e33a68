import { LANGUAGES } from '../languages/all-languages.ts';
import type { Language } from '../languages/language.ts';
import { languagesOf } from '../languages/languages-of.ts';
import { PhraseSet } from '../words/phrases.ts';
import { sentencesOf, type Word } from '../words/words-of.ts';

/** Whether somebody wants no more mail: `sure`: it is asked in so many words; `likely`: something of it is said, and a person has to read it. */
export type Wish = 'sure' | 'likely' | 'none';

type Reader = (typeof READERS)[number];

const READERS = LANGUAGES.map((language) => ({
  language,
  asks: new PhraseSet([language.stop.asks], language.stop.terms),
  hints: new PhraseSet([language.stop.hints], language.stop.terms),
  spares: new PhraseSet([language.stop.spares], language.stop.terms),
  offers: new PhraseSet([language.stop.offers], language.stop.terms),
}));

/** Nobody asks for it behind so many characters of their own. */
const MOST = 12_000;
/** Beyond these no sentence is looked at. */
const MOST_SENTENCES = 200;
/** `Unsubscribe? Click here.`: so few words ask it for a footer. */
const MOST_OF_A_QUESTION = 3;

/**
 * The wish in the author's own words, whatever their length and whatever stands beside it: a signature, a disclaimer, a question. It counts sentence by
 * sentence, and not where the sentence is about something else (a meeting, an invoice) or offers it to the reader, as footers do. What is asked is
 * looked for in every language; a word that only may mean it, in the languages of the text.
 */
export function readWish(text: string): Wish {
  const own = text.slice(0, MOST);
  const sentences = sentencesOf(own).slice(0, MOST_SENTENCES);
  const languages = languagesOf(sentences.flat());
  let wish: Wish = 'none';
  for (const [at, words] of sentences.entries()) {
    const said = wishIn(words, languages);
    if (said === 'none' || isAskedByFooter(own, words, sentences[at + 1] ?? [])) continue;
    if (said === 'sure') return 'sure';
    wish = 'likely';
  }
  return wish;
}

function wishIn(words: readonly Word[], languages: ReadonlySet<Language>): Wish {
  const isTheirs = ({ language }: Reader) => languages.has(language);
  const asking = READERS.filter(({ asks }) => asks.isIn(words));
  const saying = READERS.filter((one) => asking.includes(one) || (isTheirs(one) && one.hints.isIn(words)));
  const isAbout = ({ spares, offers }: Reader) => spares.isIn(words) || offers.isIn(words);
  if (saying.length === 0 || READERS.some((one) => (saying.includes(one) || isTheirs(one)) && isAbout(one)))
    return 'none';
  return asking.length > 0 ? 'sure' : 'likely';
}

const isAskedByFooter = (own: string, words: readonly Word[], next: readonly Word[]): boolean =>
  words.length <= MOST_OF_A_QUESTION &&
  /[?？]/.test(own.slice(words.at(-1)?.to ?? 0, next[0]?.from ?? own.length)) &&
  READERS.some(({ offers }) => offers.isIn(next));
