import { DateTime } from 'luxon';
import { BACK, INCLUSIVE, MONTHS, WEEKDAYS } from './return-words.ts';

export interface Reader {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The writer's zone. */
  readonly zone: string;
  /** `03/12` is the twelfth of March, as in the United States. */
  readonly month_first?: boolean;
  /** Only a date that follows `until`, `back` and the like: a subject may quote ours. */
  readonly after_word?: boolean;
}

interface Mention {
  readonly day: DateTime;
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
 * When the writer of an automatic reply says to be back: the start of that day, epoch milliseconds; null when no date is
 * named. A date that follows `until`, `back` or `return` counts before any other; of several the last one.
 */
export function returnDate(text: string, reader: Reader): number | null {
  const folded = fold(text);
  const today = DateTime.fromMillis(reader.now, { zone: reader.zone }).startOf('day');
  if (!today.isValid) return null;
  const mentions = [...dates(folded, today, reader.month_first ?? false), ...weekdays(folded, today)].filter(
    ({ day }) => day > today && day.diff(today, 'days').days <= LONGEST_ABSENCE_DAYS,
  );
  const named = mentions.filter((mention) => isBack(folded, mention));
  const chosen = named.length > 0 || reader.after_word ? named : mentions;
  const [last] = chosen.toSorted((one, other) => other.day.toMillis() - one.day.toMillis());
  if (!last) return null;
  const inclusive = INCLUSIVE.test(folded.slice(Math.max(0, last.from - 25), last.to + 15));
  return (inclusive ? last.day.plus({ days: 1 }) : last.day).toMillis();
}

/** Lower case without accents and without what is quoted, on one line. */
function fold(text: string): string {
  const own =
    text.split(/^(?:-{2,} ?original|on .{5,80} wrote:|le .{5,80} a écrit|am .{5,80} schrieb|_{10,})/im, 1)[0] ?? '';
  return own
    .slice(0, LONGEST)
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('>'))
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º|°|ª)?`;
const MONTH = `(?<month>${Object.keys(MONTHS)
  .sort((one, other) => other.length - one.length)
  .join('|')})\\.?`;
const YEAR = String.raw`(?:,? (?:de |del |of )?(?<year>20\d{2})\b)?`;

const FORMS = {
  iso: /\b(?<year>20\d{2})-(?<number>\d{2})-(?<day>\d{2})\b/g,
  dots: /(?<![\d.])(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.(?:\s?(?<year>20\d{2}|\d{2})\b)?(?!\d)/g,
  slashes: /(?<![\d/-])(?<day>\d{1,2})([/-])(?<number>\d{1,2})(?:\2(?<year>20\d{2}|\d{2}))?(?![\d/-])/g,
  day_month: new RegExp(String.raw`(?<!\d)${DAY} ?(?:de |of |di |d')?${MONTH}(?![a-z])${YEAR}`, 'g'),
  month_day: new RegExp(String.raw`(?<![a-z])${MONTH} ${DAY}(?!\d|[:h]\d)${YEAR}`, 'g'),
} as const;

function dates(text: string, today: DateTime, monthFirst: boolean): Mention[] {
  return Object.entries(FORMS).flatMap(([form, pattern]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const { day: first = '', number, month, year } = match.groups ?? {};
      const swapped = form === 'slashes' && isMonthFirst(Number(first), Number(number), monthFirst);
      const named = month === undefined ? Number(number) : MONTHS[month];
      const [dayOfMonth, monthOfYear] = swapped ? [Number(number), Number(first)] : [Number(first), named];
      const day = dayOf(today, dayOfMonth, monthOfYear, year);
      return day ? [{ day, from: match.index, to: match.index + match[0].length }] : [];
    }),
  );
}

/** Where only one reading is a date, it is that one. */
function isMonthFirst(first: number, second: number, monthFirst: boolean): boolean {
  if (second > 12) return true;
  return first > 12 ? false : monthFirst;
}

function dayOf(today: DateTime, day: number, month: number | undefined, year: string | undefined): DateTime | null {
  if (month === undefined) return null;
  const given = year === undefined ? today.year : Number(year.padStart(4, '20'));
  const read = DateTime.fromObject({ year: given, month, day }, { zone: today.zone });
  if (!read.isValid) return null;
  if (year !== undefined || today.diff(read, 'days').days <= BEGAN_WITHIN_DAYS) return read;
  return read.plus({ years: 1 });
}

/** A weekday says when only right after `until`, `back on` and the like; before a date it is part of that date. */
const WEEKDAY = new RegExp(
  `(?<![a-z])(?<name>${Object.keys(WEEKDAYS).join('|')})(?:-feira)?(?![a-z])(?!,? (?:the |den |le |dem )?\\d)(?!,? ${MONTH} \\d)`,
  'g',
);

function weekdays(text: string, today: DateTime): Mention[] {
  return [...text.matchAll(WEEKDAY)].flatMap((match) => {
    const weekday = WEEKDAYS[match.groups?.name ?? ''];
    const mention = { from: match.index, to: match.index + match[0].length };
    if (weekday === undefined || !isBack(text, mention, 25)) return [];
    return [{ ...mention, day: today.plus({ days: ((weekday - today.weekday + 6) % 7) + 1 }) }];
  });
}

function isBack(text: string, { from }: Pick<Mention, 'from'>, near = NEAR): boolean {
  const before = text.slice(Math.max(0, from - near), from);
  // Only its own sentence: what follows a period, not that of `12.` or `av.`, is another one.
  return BACK.test(before.split(/[!?;]|[a-z]{3}\. /).at(-1) ?? '');
}
