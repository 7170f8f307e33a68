import { WEEKDAYS } from '../automatic/date-words.ts';
import type { Language } from '../languages/language.ts';
import { type Found, PhraseSet } from '../words/phrases.ts';
import { isCharacter, type Word } from '../words/words-of.ts';

type Class = keyof Language['refusal'];

/** The words of one language that refusals are made of, ready to be looked for. */
export type RefusalWords = Readonly<Record<Class, PhraseSet>>;

/** Classes for which each language names words. */
export const REFUSAL_CLASSES = [
  'no',
  'fact',
  'again',
  'end',
  'contact',
  'record',
  'me',
  'need',
  'whence',
  'now',
  'whole',
] as const;

export const refusalWords = ({ refusal }: Language): RefusalWords =>
  Object.fromEntries(REFUSAL_CLASSES.map((name) => [name, new PhraseSet([refusal[name]])])) as Record<Class, PhraseSet>;

/** How many words may lie between two that belong together; of characters thrice as many. */
const NEAR = 5;
const BESIDE = 1;
/** A sentence of so few words says what it means without naming mail. */
const FEW_WORDS = 8;

/** So many characters are as long as a word. */
export const unitOf = (words: readonly Word[]): number => (words.some(({ text }) => isCharacter(text)) ? 3 : 1);

/** How a sentence refuses. */
export interface Refusal {
  /** The sentence may refuse to hear from us. */
  readonly is_refusal: boolean;
  /** The sentence refuses for good (`never again`), so that a meeting or an invoice in it does not make it about these alone. */
  readonly is_for_good: boolean;
}

export interface Around {
  /** Facts that are negated and refuse nothing, in any language that the text may be in. */
  readonly facts: readonly Found[];
  /** Little more is said than this sentence: a no or an end needs nothing beside it. */
  readonly is_brief: boolean;
  /** The mail asks us something: who has no interest does not. */
  readonly asks_us: boolean;
}

/**
 * Whether a sentence may refuse to hear from us, by which classes of words stand together in it: an end of writing, being kept or "me"; a negation of
 * writing, of "again", of interest; a question after where we have their address from; or words that refuse alone.
 */
export function refusalIn(
  words: readonly Word[],
  language: RefusalWords,
  { facts, is_brief, asks_us }: Around,
): Refusal {
  const at = (name: Class): readonly Found[] => language[name].findAll(words);
  const [again, contact, need, end] = [at('again'), at('contact'), at('need'), at('end')];
  const [record, me, nos] = [at('record'), at('me'), at('no')];
  const isFact = (one: Found) => facts.some((fact) => fact.from <= one.from && one.to <= fact.to);
  const no = nos.filter((one) => !isFact(one));
  const whole = at('whole').some((one) => !isFact(one));
  const unit = unitOf(words);
  const isNear = (some: readonly Found[], others: readonly Found[], most: number) => areNear(some, others, most * unit);
  const isAgain = isNear(no, again, NEAR) && (contact.length > 0 || words.length <= FEW_WORDS * unit);
  const isEnd = isNear(end, contact, NEAR) || isNear(end, record, NEAR) || isNear(end, me, BESIDE);
  const isForNow = language.now.isIn(words);
  const isBare = is_brief && (end.length > 0 || no.length > 0) && !isForNow && !namesWeekday(words);
  const isRefusal =
    isAgain ||
    isEnd ||
    isBare ||
    isNear(no, contact, NEAR) ||
    (me.length > 0 && isNear(at('whence'), record, NEAR)) ||
    (!isForNow && (whole || (!asks_us && !namesWeekday(words) && isNear(nos, need, NEAR))));
  const is_for_good = isAgain || (again.length > 0 && (isEnd || isNear(no, contact, NEAR)));
  return { is_refusal: isRefusal, is_for_good };
}

/** `Friday does not suit me` is about Friday. */
const namesWeekday = (words: readonly Word[]): boolean =>
  words.some(({ text }, at) => (text.length >= LEAST_WEEKDAY || isCharacter(text)) && WEEKDAYS.at(words, at) !== null);

/** Shorter names are other words, too. */
const LEAST_WEEKDAY = 4;

/** Some place of the one and some of the other lie so near, in either order. Both are in the order of the text. */
function areNear(some: readonly Found[], others: readonly Found[], most: number): boolean {
  let next = 0;
  for (const one of some) {
    while (next < others.length && (others[next]?.to ?? 0) + most < one.from) next += 1;
    const other = others[next];
    if (other !== undefined && other.from - one.to <= most) return true;
  }
  return false;
}
