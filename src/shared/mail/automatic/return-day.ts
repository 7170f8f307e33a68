import { ownWords } from '../own-words/own-words.ts';
import type { Found } from '../words/phrases.ts';
import { sentencesOf, type Word, wordsOf } from '../words/words-of.ts';
import { dayOfIso, isoOfDay } from './calendar-days.ts';
import { BACK, INCLUSIVE, MONTHS, TIMES, UNTIL, UNTIL_BEHIND, WEEK_NUMBER, WEEKDAYS } from './date-words.ts';
import { type DateReader, type DayNamed, datesIn, type Passage } from './dates-in.ts';
import { AFTER, endsAt } from './named-times.ts';
import { relativeDaysIn } from './relative-days.ts';
import { withDigits } from './written-numbers.ts';

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

/** The longest text that is read: people write little of an absence; more would only be a signature or our own mail quoted. */
const LONGEST = 4000;
const LONGEST_ABSENCE_DAYS = 366;

/** As `readReturn`, the day alone. */
export const returnDay = (text: string, reader: Reader): string | null => readReturn(ownWords(text), reader).day;

/**
 * When the author of these words says to be back. A day that belongs to `until`, `back` or `return` counts before any other; of several the last one.
 * `own`: without what is quoted.
 */
export function readReturn(own: string, { today: date, month_first = false, after_word = false }: Reader): Return {
  const today = dayOfIso(date);
  if (today === null) return { day: null, names_time: false };
  const text = withDigits(own.slice(0, LONGEST));
  const isComing = ({ day }: { readonly day: number }) => day > today && day - today <= LONGEST_ABSENCE_DAYS;
  const read: Sentence[] = [];
  let anchor = today;
  for (const words of sentencesOf(text).flatMap((sentence) => splitBehindDates(text, sentence))) {
    const reader = { today, anchor, month_first: month_first || MONTH_FIRST.test(text) };
    const sentence = readSentence({ text, words }, reader);
    read.push(sentence);
    anchor = Math.max(
      anchor,
      ...sentence.days.filter((one) => one.is_bound && isComing(one)).map(({ day }) => day - 1),
    );
  }
  const days = read.flatMap((one) => one.days).filter(isComing);
  return {
    day: chosenOf(days, after_word),
    names_time: read.some(({ names_time }) => names_time),
  };
}

/** `… until 21.4. Our offer …`: a sentence ends behind a number, where what follows begins with a capital and is no name of a month or weekday. */
function splitBehindDates(text: string, words: readonly Word[]): (readonly Word[])[] {
  const at = words.findIndex((word, index) => {
    const next = words[index + 1];
    if (next === undefined || !/^\d+$/.test(word.text) || !/^\.\s+$/.test(text.slice(word.to, next.from))) return false;
    const isName = MONTHS.at(words, index + 1) !== null || WEEKDAYS.at(words, index + 1) !== null;
    return !isName && /^\p{Lu}/u.test(text.slice(next.from, next.from + 2));
  });
  return at < 0 ? [words] : [words.slice(0, at + 1), ...splitBehindDates(text, words.slice(at + 1))];
}

/**
 * Chooses among the days of a text. First comes the last of those on which they say to be back: until others an offer holds, or
 * somebody else is there. Then the last of the days that a word binds; then the last date; then what is said last of tomorrow,
 * weekdays and the like.
 */
function chosenOf(days: readonly Sentence['days'][number][], afterWord: boolean): string | null {
  const back = days.filter(({ is_back }) => is_back);
  const bound = back.length > 0 ? back : days.filter(({ is_bound }) => is_bound);
  const dates = bound.length > 0 || afterWord ? bound : days.filter(({ is_weak }) => !is_weak);
  const [last] = dates.toSorted((one, other) => other.day - one.day);
  const chosen = last ?? (afterWord ? undefined : days.filter(({ is_relative }) => is_relative).at(-1));
  return chosen === undefined ? null : isoOfDay(chosen.day);
}

/** Characters of languages whose dates put the year first, and the day last. */
const MONTH_FIRST = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

interface Sentence {
  /** In the order of the text. */
  readonly days: readonly (DayNamed & {
    readonly is_bound: boolean;
    readonly is_back: boolean;
    readonly is_relative: boolean;
  })[];
  readonly names_time: boolean;
}

function readSentence(passage: Passage, reader: DateReader): Sentence {
  const { words } = passage;
  const marks = {
    until: UNTIL.findAll(words),
    behind: UNTIL_BEHIND.findAll(words),
    back: BACK.findAll(words),
  };
  const isUntil = ({ from, to }: Pick<DayNamed, 'from' | 'to'>): boolean =>
    marks.until.some((one) => one.to <= from && from - one.to <= NEAR.until) ||
    marks.behind.some((one) => one.from >= to && one.from - to <= NEAR.behind);
  const isOfBack = ({ from, to }: Pick<DayNamed, 'from' | 'to'>, most: number): boolean =>
    marks.back.some((one) => (one.to <= from ? from - one.to <= most : one.from - to <= most));
  const isWithin = (one: Pick<DayNamed, 'from' | 'to'>, ofBack: number): boolean =>
    isUntil(one) || isOfBack(one, ofBack);
  const isBound = (one: Pick<DayNamed, 'from' | 'to'>): boolean => isWithin(one, NEAR.back);
  const isClose = (one: Pick<DayNamed, 'from' | 'to'>): boolean => isWithin(one, NEAR.time);
  // `weeks 7-8` are no date.
  const dates = datesIn(passage, reader).filter((one) => !(one.is_weak && endsAt(WEEK_NUMBER, words, one.from, 0)));
  const relative = relativeDaysIn(passage, reader, isBound).filter(
    // A weekday right before its date, or right behind it, says the same.
    (one) => !dates.some((date) => one.from <= date.to && date.from <= one.to),
  );
  const days = [
    ...dates.map((one) => ({ ...one, is_relative: false })),
    ...relative.map((one) => ({ ...one, is_relative: true })),
  ]
    .toSorted((one, other) => one.from - other.from)
    .map((one) => ({
      ...one,
      day: isInclusive(passage, one) || endsRange(passage, dates, one) || isAfter(words, one) ? one.day + 1 : one.day,
      is_bound: isBound(one),
      is_back: isOfBack(one, NEAR.back) && !isUntil(one),
    }));
  const passed = days.filter(({ day }) => day <= reader.today);
  const isPassed = (at: number): boolean => passed.some(({ from, to }) => from <= at && at < to);
  const names_time = days.some((one) => one.is_bound && !passed.includes(one)) || namesTime(passage, isClose, isPassed);
  const back = dayOfBack(days, marks.back);
  return { days: days.map((one) => ({ ...one, is_back: one === back })), names_time };
}

/** Added to the distance of a day before the word: `away in week 44, back in week 45` means the day behind it. */
const BEHIND = 0.5;

type Day = Omit<Sentence['days'][number], 'is_back'> & { readonly is_back: boolean };

/** Chooses the day of one sentence: the last, where that is one of being back; of weekdays the one nearest to the word for it. */
function dayOfBack(days: readonly Day[], marks: readonly Found[]): Day | undefined {
  const back = days.filter(({ is_back }) => is_back);
  const distance = ({ from, to }: Day) =>
    Math.min(...marks.map((mark) => (mark.to <= from ? from - mark.to : Math.abs(mark.from - to) + BEHIND)));
  if (days.every(({ is_relative }) => is_relative)) {
    return back.toSorted((one, other) => distance(one) - distance(other))[0];
  }
  const [last] = days.toSorted((one, other) => other.day - one.day);
  return last?.is_back === true ? last : undefined;
}

/** How many words may lie between a day and what binds it. */
const NEAR = { until: 4, behind: 3, back: 12, time: 5 };

/** `through Sunday, the 3rd`: the weekday belongs to the day. */
const isWeekday = (words: readonly Word[], at: number): boolean =>
  WEEKDAYS.at(words, at) !== null && ((words[at]?.text.length ?? 0) > 2 || (words[at]?.text ?? '') >= '\u3040');

/** `after 17 May`: not yet on that day. Names of feasts and weekends bring their own. */
const isAfter = (
  words: readonly Word[],
  { from, is_relative }: DayNamed & { readonly is_relative: boolean },
): boolean => !is_relative && endsAt(AFTER, words, from, 0);

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

/** The last day of `from 3 to 17 May`, `21.12.–3.1.`, `3月9日から13日まで`: they are away on that day, too, where `until the 17th` leaves it open. */
function endsRange({ text, words }: Passage, dates: readonly DayNamed[], { from }: DayNamed): boolean {
  let at = from - 1;
  while (at >= 0 && isOfRange(words, at)) at -= 1;
  const isDay = dates.some((one) => one.to === at + 1) || /^\d{1,2}$/.test(words[at]?.text ?? '');
  const sign = text.slice(words[at]?.to ?? 0, words[from]?.from ?? 0);
  return at >= 0 && isDay && !/[\n,;:，、。]|\.\s+\p{Lu}/u.test(sign) && (at < from - 1 || /[-–—~～]/.test(sign));
}

/** Stands between the first and the last day of a range. */
const isOfRange = (words: readonly Word[], at: number): boolean =>
  RANGE_WORDS.has(words[at]?.text ?? '') || isWeekday(words, at);

const RANGE_WORDS = new Set(
  wordsOf(
    `az to through thru until till and the rd st nd th bis zum und au jusqu et le al hasta y el e il fino a o até t m tot en met den till och til og ja do i a do od по до и ve és si la pana între
     から より まで 至 到 부터 까지 月 火 水 木 金 土 日 一 二 三 四 五 六 周 週 星 期 월 화 수 목 금 토 일`,
  ).map(({ text }) => text),
);

/** Short names of months are words of many languages. */
const isMonth = (words: readonly Word[], at: number): boolean =>
  MONTHS.at(words, at) !== null && ((words[at]?.text.length ?? 0) > 3 || /^\d/.test(words[at - 1]?.text ?? ''));

/** `before 9 o'clock`, `kl. 9`, `9–12 Uhr`: no day. */
const isHour = (text: string, words: readonly Word[], at: number): boolean =>
  HOUR_BEHIND.test(text.slice(words[at]?.to ?? 0, (words[at]?.to ?? 0) + 8)) ||
  HOUR_BEFORE.test(words[at - 1]?.text ?? '') ||
  HOUR_BEFORE.test(words[at - 2]?.text ?? '');
const HOUR_BEHIND =
  /^(?::\d|\.\d\d|\s?[-–]\s?\d{1,2}\s?(?:h|uhr|uur|hod|ч)|\s?(?:h|uhr|uur|am|pm|hod|heures|ч|час|시|時|点|點)\b)/i;
const HOUR_BEFORE = /^(?:kl|klo|kello|klockan|godz|ore|ora|alle|lokal|int|ext|dahili|tel)$/;

/** `until after Easter`, `back in January`; not `since the 3rd`, which is past. */
const namesTime = (
  { text, words }: Passage,
  isBound: (one: Pick<DayNamed, 'from' | 'to'>) => boolean,
  isPassed: (at: number) => boolean,
): boolean =>
  words.some((word, at) => {
    const isTime =
      (/^\d{1,2}$/.test(word.text) && !isHour(text, words, at)) || isMonth(words, at) || isWeekday(words, at);
    const here = { from: at, to: at + 1 };
    return (
      !isPassed(at) && (isTime || TIMES.findAll(words.slice(at, at + 3)).some((one) => one.from === 0)) && isBound(here)
    );
  });
