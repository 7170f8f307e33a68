import { LANGUAGES } from '../languages/all-languages.ts';
import type { Language } from '../languages/language.ts';
import { languagesOf } from '../languages/languages-of.ts';
import { PhraseSet } from '../words/phrases.ts';
import { sentencesOf, type Word, wordsOf } from '../words/words-of.ts';
import { type Around, refusalIn, refusalWords, unitOf } from './refusals.ts';

/** Whether somebody wants no more mail: `sure`: it is asked in so many words; `likely`: something of it is said, and a person has to read it. */
export type Wish = 'sure' | 'likely' | 'none';

/** The wish that the rules hear in a text. */
export interface Heard {
  readonly wish: Wish;
  /** Each of its sentences speaks of an end, and is about something else or offers it to the reader: it is no wish, whatever it sounds like. */
  readonly is_spared: boolean;
}

type Reader = (typeof READERS)[number];

const READERS = LANGUAGES.map((language) => ({
  language,
  asks: new PhraseSet([language.stop.asks], language.stop.terms),
  hints: new PhraseSet([language.stop.hints], language.stop.terms),
  spares: new PhraseSet([language.stop.spares], language.stop.terms),
  keeps: new PhraseSet([language.stop.keeps]),
  things: new PhraseSet([language.stop.things], language.stop.terms),
  offers: new PhraseSet([language.stop.offers], language.stop.terms),
  refusal: refusalWords(language),
}));

/** Characters: of a longer text the middle is left out. */
const MOST = 6_000;
const MOST_AT_END = 2_000;
/** The most sentences that are read; of more, those in the middle are left out. */
const MOST_SENTENCES = 200;
const SENTENCES_AT_END = 50;
/** So few words, of so many sentences, are all that somebody says; a signature may follow. */
const MOST_BRIEF = 14;
const MOST_BRIEF_SENTENCES = 2;
/** Words with which a no begins in languages of which no more is known here. */
const NO_ELSEWHERE = new Set(
  ['όχι ні لا לא नहीं không tidak bukan ez níl نه ไม่ არა ոչ yox']
    .flatMap((words) => wordsOf(words))
    .map(({ text }) => text),
);
/** `Unsubscribe? Click here.`: so few words ask it for a footer. */
const MOST_OF_A_QUESTION = 3;

/**
 * The wish in the author's own words, whatever their length and whatever stands beside it: a signature, a disclaimer, a question. It counts sentence by
 * sentence, and not where the sentence is about something else (a meeting, an invoice) or offers it to the reader, as footers do. What is asked is
 * looked for in every language; a word that only may mean it, in the languages of the text.
 */
export const readWish = (text: string): Wish => hearWish(text).wish;

/** Cuts a text longer than anybody writes down to its beginning and its end. */
const beginningAndEnd = (text: string): string =>
  text.length <= MOST ? text : `${text.slice(0, MOST - MOST_AT_END)}\n\n${text.slice(-MOST_AT_END)}`;

const outerSentences = <Sentence>(all: readonly Sentence[]): readonly Sentence[] =>
  all.length <= MOST_SENTENCES
    ? all
    : [...all.slice(0, MOST_SENTENCES - SENTENCES_AT_END), ...all.slice(-SENTENCES_AT_END)];

export function hearWish(text: string): Heard {
  const own = beginningAndEnd(text);
  const sentences = outerSentences(sentencesOf(own));
  const languages = languagesOf(sentences.flat());
  const likely = languagesOf(sentences.flat(), LIKELY);
  const asks_us = /[?？]/.test(own);
  const isBrief =
    !asks_us && sentences.slice(0, MOST_BRIEF_SENTENCES).flat().length <= MOST_BRIEF * unitOf(sentences[0] ?? []);
  let wish: Wish = isBrief && NO_ELSEWHERE.has(sentences[0]?.[0]?.text ?? '') ? 'likely' : 'none';
  const isKept = READERS.some(
    ({ language, keeps, offers }) =>
      likely.has(language) && sentences.some((words) => keeps.isIn(words) && !offers.isIn(words)),
  );
  let spared = 0;
  for (const [at, words] of sentences.entries()) {
    const said = wishIn(words, { languages, likely }, { is_brief: isBrief && at < MOST_BRIEF_SENTENCES, asks_us });
    if (said === 'spared' || (said !== 'none' && isAskedByFooter(own, words, sentences[at + 1] ?? []))) {
      spared += 1;
      continue;
    }
    if (said === 'sure' && !isKept) return { wish: 'sure', is_spared: false };
    if (said !== 'none') wish = 'likely';
  }
  return { wish, is_spared: wish === 'none' && spared > 0 && spared === sentences.length };
}

type Said = Omit<Around, 'facts'>;

interface Languages {
  /** In which the text may be written. */
  readonly languages: ReadonlySet<Language>;
  /** Those of them that know nearly as many of its words as the likeliest: small words (`ne`, `mai`) mean something else in every language. */
  readonly likely: ReadonlySet<Language>;
}

const LIKELY = 0.7;

function wishIn(
  words: readonly Word[],
  { languages, likely }: Languages,
  { is_brief, asks_us }: Said,
): Wish | 'spared' {
  const isTheirs = ({ language }: Reader) => languages.has(language);
  const asking = READERS.filter(({ asks }) => asks.isIn(words));
  const theirs = READERS.filter(({ language }) => likely.has(language));
  const facts = theirs.flatMap(({ refusal }) => refusal.fact.findAll(words));
  const refusing = theirs.map(({ refusal }) => refusalIn(words, refusal, { facts, is_brief, asks_us }));
  const saying = READERS.filter((one) => asking.includes(one) || (isTheirs(one) && one.hints.isIn(words)));
  const isMeant = (one: Reader) => saying.includes(one) || theirs.includes(one);
  if (saying.length === 0 && !refusing.some(({ is_refusal }) => is_refusal)) return 'none';
  if (READERS.some((one) => isMeant(one) && one.offers.isIn(words))) return 'spared';
  if (asking.length === 0 && READERS.some((one) => isMeant(one) && one.things.isIn(words))) return 'spared';
  if (READERS.some((one) => isMeant(one) && one.spares.isIn(words)))
    return refusing.some(({ is_for_good }) => is_for_good) ? 'likely' : 'spared';
  return asking.length > 0 ? 'sure' : 'likely';
}

const isAskedByFooter = (own: string, words: readonly Word[], next: readonly Word[]): boolean =>
  words.length <= MOST_OF_A_QUESTION &&
  /[?？]/.test(own.slice(words.at(-1)?.to ?? 0, next[0]?.from ?? own.length)) &&
  READERS.some(({ offers }) => offers.isIn(next));
