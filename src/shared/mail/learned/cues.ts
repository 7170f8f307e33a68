import { LANGUAGES } from '../languages/all-languages.ts';
import { languagesOf } from '../languages/languages-of.ts';
import type { Wish } from '../wish/read-wish.ts';
import { REFUSAL_CLASSES, refusalIn, refusalWords } from '../wish/refusals.ts';
import { PhraseSet } from '../words/phrases.ts';
import { sentencesOf, type Word } from '../words/words-of.ts';

const ASKED = ['asks', 'hints', 'keeps', 'things', 'offers', 'spares'] as const;
const SAID = ['absent', 'leave', 'meanwhile', 'declares', 'moved', 'confirms'] as const;

const READERS = LANGUAGES.map((language) => ({
  language,
  refusal: refusalWords(language),
  asked: ASKED.map((name) => [name, new PhraseSet([language.stop[name]], language.stop.terms)] as const),
  said: SAID.map((name) => [name, new PhraseSet([language.automatic[name]])] as const),
}));

const MOST = 4_000;
const MOST_SENTENCES = 60;
/** Languages that know nearly as many of the words as the likeliest. */
const LIKELY = 0.7;

/**
 * Lists what the rules find in a text, whatever its language: which classes of words, which of them in one sentence, what is
 * asked or told, how long it is. By these a model learns from one language what it means in another.
 */
export function cuesOf(text: string, wish: Wish): ReadonlySet<string> {
  const sentences = sentencesOf(text.slice(0, MOST)).slice(0, MOST_SENTENCES);
  const words = sentences.flat();
  const likely = languagesOf(words, LIKELY);
  const readers = READERS.filter(({ language }) => likely.has(language));
  const cues = new Set<string>([`rules: ${wish}`]);
  if (/[?？]/.test(text)) cues.add('a question');
  cues.add(`length: ${Math.min(LONGEST, Math.round(Math.log2(words.length + 1)))}`);
  for (const sentence of sentences) addCues(cues, sentence, readers);
  return cues;
}

/** 2 to this power of words, and whatever is longer. */
const LONGEST = 8;

function addCues(cues: Set<string>, sentence: readonly Word[], readers: typeof READERS): void {
  const classes = REFUSAL_CLASSES.filter((name) => readers.some(({ refusal }) => refusal[name].isIn(sentence)));
  for (const [at, one] of classes.entries()) {
    cues.add(one);
    for (const other of classes.slice(at + 1)) cues.add(`${one} + ${other}`);
  }
  for (const { asked, said } of readers) {
    for (const [name, phrases] of [...asked, ...said]) if (phrases.isIn(sentence)) cues.add(`says: ${name}`);
  }
  const facts = readers.flatMap(({ refusal }) => refusal.fact.findAll(sentence));
  const around = { facts, is_brief: false, asks_us: false };
  if (readers.some(({ refusal }) => refusalIn(sentence, refusal, around).is_refusal)) cues.add('a refusal');
}
