import { cutQuoted } from '../cut-quoted.ts';
import { BACK, BACK_AFTER, INCLUSIVE, MONTHS, WEEKDAYS } from './return-words.ts';

export interface Reader {
  /** The author's own date, ISO. */
  readonly today: string;
  /** `03/12` is the twelfth of March, as in the United States. */
  readonly month_first?: boolean;
  /** Only a date that follows `until`, `back` and the like: a subject may quote ours. */
  readonly after_word?: boolean;
}

interface Mention {
  /** Days since 1970. */
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

/** What a person writes of an absence is short; more would only be a signature or our own mail quoted. */
const LONGEST = 4000;
const LONGEST_ABSENCE_DAYS = 366;
/** A date without a year that has just passed is where an absence began, not next year's. */
const BEGAN_WITHIN_DAYS = 183;
/** How far after `back` or `until` its date may stand, in the same sentence. */
const NEAR = 40;

/**
 * The day on which the author of an automatic reply says to be back, as an ISO date; null when no date is named, or none to
 * come. A date that follows `until`, `back` or `return` counts before any other; of several the last one.
 */
export function returnDay(text: string, reader: Reader): string | null {
  const folded = fold(text);
  const today = Date.parse(`${reader.today}T00:00:00Z`) / DAY;
  if (Number.isNaN(today)) return null;
  const read = [...dates(folded, today, reader.month_first ?? false), ...weekdays(folded, today)];
  // `July 10-31` is no 10-31.
  const mentions = read
    .filter((one) => !read.some((other) => isWithin(one, other)))
    .filter(({ day }) => day > today && day - today <= LONGEST_ABSENCE_DAYS);
  const named = mentions.filter((mention) => isBack(folded, mention));
  const chosen = named.length > 0 || reader.after_word ? named : mentions;
  const [last] = chosen.toSorted((one, other) => other.day - one.day);
  if (!last) return null;
  const inclusive = INCLUSIVE.test(folded.slice(Math.max(0, last.from - 25), last.to + 15));
  return isoDate(inclusive ? last.day + 1 : last.day);
}

const DAY = 86_400_000;

const isWithin = (one: Mention, other: Mention): boolean =>
  other.from <= one.from && other.to >= one.to && other.to - other.from > one.to - one.from;

const isoDate = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** Lower case without accents and without what is quoted, on one line. */
function fold(text: string): string {
  return cutQuoted(text)
    .slice(0, LONGEST)
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('>'))
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

const DAY_OF_MONTH = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º|°|ª)?`;
const MONTH = `(?<month>${Object.keys(MONTHS)
  .sort((one, other) => other.length - one.length)
  .join('|')})\\.?`;
const YEAR = String.raw`(?:,? (?:de |del |of )?(?<year>20\d{2})\b)?`;

const FORMS = {
  iso: /\b(?<year>20\d{2})-(?<number>\d{2})-(?<day>\d{2})\b/g,
  dots: /(?<![\d.])(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.(?:\s?(?<year>20\d{2}|\d{2})\b)?(?!\d)/g,
  slashes: /(?<![\d/-])(?<day>\d{1,2})([/-])(?<number>\d{1,2})(?:\2(?<year>20\d{2}|\d{2}))?(?![\d/-])/g,
  day_month: new RegExp(String.raw`(?<!\d)${DAY_OF_MONTH} ?(?:de |of |di |d'|do )?${MONTH}(?![a-z])${YEAR}`, 'g'),
  month_day: new RegExp(
    String.raw`(?<![a-z])${MONTH} ${DAY_OF_MONTH}(?: ?(?:-|–|—|to|through|thru) ?(?<last>\d{1,2}))?(?!\d|[:h]\d)${YEAR}`,
    'g',
  ),
  japanese: /(?:(?<year>20\d{2})年 ?)?(?<number>\d{1,2})月 ?(?<day>\d{1,2})日/g,
} as const;

function dates(text: string, today: number, monthFirst: boolean): Mention[] {
  return Object.entries(FORMS).flatMap(([form, pattern]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const { day: begin = '', last, number, month, year } = match.groups ?? {};
      const first = last ?? begin;
      const swapped = form === 'slashes' && isMonthFirst(Number(first), Number(number), monthFirst);
      const named = month === undefined ? Number(number) : MONTHS[month];
      const [dayOfMonth, monthOfYear] = swapped ? [Number(number), Number(first)] : [Number(first), named];
      const day = dayOf(today, dayOfMonth, monthOfYear, year);
      return day !== null ? [{ day, from: match.index, to: match.index + match[0].length }] : [];
    }),
  );
}

/** Where only one reading is a date, it is that one. */
function isMonthFirst(first: number, second: number, monthFirst: boolean): boolean {
  if (second > 12) return true;
  return first > 12 ? false : monthFirst;
}

function dayOf(today: number, day: number, month: number | undefined, year: string | undefined): number | null {
  if (month === undefined) return null;
  const thisYear = new Date(today * DAY).getUTCFullYear();
  const read = dayNumber(year === undefined ? thisYear : Number(year.padStart(4, '20')), month, day);
  if (read === null || year !== undefined || today - read <= BEGAN_WITHIN_DAYS) return read;
  return dayNumber(thisYear + 1, month, day);
}

/** Null: there is no such day. */
function dayNumber(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / DAY : null;
}

/** A weekday says when only right after `until`, `back on` and the like; before a date it is part of that date. */
const WEEKDAY = new RegExp(
  `(?<![a-z])(?<name>${Object.keys(WEEKDAYS).join('|')})(?:-feira)?(?![a-z])(?!,? (?:the |den |le |dem )?\\d)(?!,? ${MONTH} \\d)`,
  'g',
);

function weekdays(text: string, today: number): Mention[] {
  return [...text.matchAll(WEEKDAY)].flatMap((match) => {
    const weekday = WEEKDAYS[match.groups?.name ?? ''];
    const mention = { from: match.index, to: match.index + match[0].length };
    if (weekday === undefined || !isBack(text, mention, 25)) return [];
    return [{ ...mention, day: today + ((weekday - weekdayOf(today) + 6) % 7) + 1 }];
  });
}

/** Monday is 1; the first day of 1970 was a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % 7) + 1;

function isBack(text: string, { from, to }: Pick<Mention, 'from' | 'to'>, near = NEAR): boolean {
  if (BACK_AFTER.test(text.slice(to, to + 15))) return true;
  const before = text.slice(Math.max(0, from - near), from);
  // Only its own sentence: what follows a period, not that of `12.` or `av.`, is another one.
  return BACK.test(before.split(/[!?;]|[a-z]{3}\. /).at(-1) ?? '');
}
