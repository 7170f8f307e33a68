import { ownWords } from '../own-words/own-words.ts';
import { sentencesOf, type Word } from '../words/words-of.ts';
import { dayOfIso, isoOfDay } from './calendar-days.ts';
import { BACK, INCLUSIVE, MONTHS, TIMES, UNTIL, UNTIL_BEHIND, WEEKDAYS } from './date-words.ts';
import { type DateReader, type DayNamed, datesIn, type Passage } from './dates-in.ts';
import { relativeDaysIn } from './relative-days.ts';

export interface Reader {
  /** The author's own date, ISO. */
  readonly today: string;
  /** `03/12` is the twelfth of March, as in the United States. */
  readonly month_first?: boolean;
  /** Only a date that follows `until`, `back` and the like: a subject may quote ours. */
  readonly after_word?: boolean;
}

/** When somebody who is away is there again. */
export interface Return {
  /** ISO date of the first day on which they are there again; null: none can be read, or none to come. */
  readonly day: string | null;
  /** A time is named up to which they are away, whether or not a day can be read from it. */
  readonly names_time: boolean;
}

/** What a person writes of an absence is short; more would only be a signature or our own mail quoted. */
const LONGEST = 4000;
const LONGEST_ABSENCE_DAYS = 366;

/** As `readReturn`, the day alone. */
export const returnDay = (text: string, reader: Reader): string | null => readReturn(ownWords(text), reader).day;

/**
 * When the author of these words says to be back. A date that belongs to `until`, `back` or `return` counts before any other; of several the last one.
 * `own`: without what is quoted.
 */
export function readReturn(own: string, { today: date, month_first = false, after_word = false }: Reader): Return {
  const today = dayOfIso(date);
  if (today === null) return { day: null, names_time: false };
  const text = own.slice(0, LONGEST);
  const reader = { today, month_first: month_first || MONTH_FIRST.test(text) };
  const read = sentencesOf(text).map((words) => readSentence({ text, words }, reader));
  const days = read.flatMap((one) => one.days).filter(({ day }) => day > today && day - today <= LONGEST_ABSENCE_DAYS);
  const bound = days.filter(({ is_bound }) => is_bound);
  const chosen = bound.length > 0 || after_word ? bound : days.filter(({ is_weak }) => !is_weak);
  const [last] = chosen.toSorted((one, other) => other.day - one.day);
  return { day: last === undefined ? null : isoOfDay(last.day), names_time: read.some(({ names_time }) => names_time) };
}

/** Who writes in these characters puts the year first, and the day last. */
const MONTH_FIRST = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

interface Sentence {
  readonly days: readonly (DayNamed & { readonly is_bound: boolean })[];
  readonly names_time: boolean;
}

function readSentence(passage: Passage, reader: DateReader): Sentence {
  const { words } = passage;
  const marks = {
    until: UNTIL.findAll(words),
    behind: UNTIL_BEHIND.findAll(words),
    back: BACK.findAll(words),
  };
  const isBound = ({ from, to }: Pick<DayNamed, 'from' | 'to'>): boolean =>
    marks.until.some((one) => one.to <= from && from - one.to <= NEAR.until) ||
    marks.behind.some((one) => one.from >= to && one.from - to <= NEAR.behind) ||
    marks.back.some((one) => (one.to <= from ? from - one.to <= NEAR.back : one.from - to <= NEAR.back));
  const dates = datesIn(passage, reader);
  const relative = relativeDaysIn(passage, reader, isBound).filter(
    // A weekday right before its date says the same.
    (one) => !dates.some((date) => one.from < date.to && date.from <= one.to),
  );
  const days = [...dates, ...relative].map((one) => ({
    ...one,
    day: isInclusive(passage, one) ? one.day + 1 : one.day,
    is_bound: isBound(one),
  }));
  return { days, names_time: days.some((one) => one.is_bound) || namesTime(words, isBound) };
}

/** How many words may lie between a day and what binds it. */
const NEAR = { until: 4, behind: 3, back: 12 };

/** `through Sunday, the 3rd`: the weekday belongs to the day. */
const isWeekday = (words: readonly Word[], at: number): boolean =>
  WEEKDAYS.at(words, at) !== null && ((words[at]?.text.length ?? 0) > 2 || (words[at]?.text ?? '') >= '\u3040');

/** `through`, `inclusive`: right before the day, or right behind it in the same sentence. */
function isInclusive({ text, words }: Passage, { from, to }: DayNamed): boolean {
  const first = from - (isWeekday(words, from - 1) ? 1 : isWeekday(words, from - 2) ? 2 : 0);
  const before = words.slice(Math.max(0, first - 4), first);
  if (INCLUSIVE.findAll(before).some((one) => before.length - one.to <= 1)) return true;
  const end = words[to - 1]?.to ?? 0;
  return INCLUSIVE.findAll(words.slice(to, to + 4)).some(
    (one) => one.from <= 1 && !text.slice(end + 1, words[to + one.from]?.from ?? end).includes('.'),
  );
}

/** `until after Easter`, `back in January`. */
const namesTime = (words: readonly Word[], isBound: (one: Pick<DayNamed, 'from' | 'to'>) => boolean): boolean =>
  words.some((word, at) => {
    const isTime = /^\d{1,2}$/.test(word.text) || MONTHS.at(words, at) !== null || WEEKDAYS.at(words, at) !== null;
    const here = { from: at, to: at + 1 };
    return (isTime || TIMES.findAll(words.slice(at, at + 3)).some((one) => one.from === 0)) && isBound(here);
  });
