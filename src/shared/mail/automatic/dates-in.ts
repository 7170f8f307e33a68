import type { Word } from '../words/words-of.ts';
import { dayInYear } from './calendar-days.ts';
import { MONTHS, NUMBERS } from './date-words.ts';

/** A day that a text names. */
export interface DayNamed {
  /** Days since 1970. */
  readonly day: number;
  /** Indexes of its first word and of the one behind its last. */
  readonly from: number;
  readonly to: number;
  /** The text may mean something else (`3.5`, `24/7`): it is a day only behind `until` and the like. */
  readonly is_weak: boolean;
}

export interface DateReader {
  /** Days since 1970. */
  readonly today: number;
  /** `03/12` is the twelfth of March, as in the United States. */
  readonly month_first: boolean;
  /** The last day named before as one of an absence: weekdays are counted from it. Days since 1970. */
  readonly anchor?: number;
}

/** Words with the text that they stand in: the signs between them tell what is a date. */
export interface Passage {
  readonly text: string;
  readonly words: readonly Word[];
}

/** Every date of a passage that is written with a month, in all the ways of writing one. */
export function datesIn(passage: Passage, reader: DateReader): DayNamed[] {
  const found: DayNamed[] = [];
  for (let at = 0; at < passage.words.length; ) {
    const read = READERS.map((form) => form(passage, at, reader)).filter((one) => one !== null);
    const longest = read.toSorted((one, other) => other.to - one.to)[0];
    if (longest !== undefined) found.push(longest);
    at = longest?.to ?? at + 1;
  }
  return found;
}

type Form = (passage: Passage, at: number, reader: DateReader) => DayNamed | null;

/** `2027-01-05`, `2027.01.05`, `2027/1/5`, `2027. 01. 05.`, `2027年1月5日`, `2027년 1월 5일`. */
const yearFirst: Form = ({ text, words }, at, { today }) => {
  const year = numberAt(words, at, 4);
  if (year === null) return null;
  const [, month] = YEAR_SIGNS.has(words[at + 1]?.text ?? '') ? [0, at + 2] : [0, at + 1];
  const isWritten = month === at + 2;
  if (!isWritten && !isDateSign(between(text, words, at))) return null;
  const byMonth = isWritten ? monthAndDay({ text, words }, month) : dottedDay({ text, words }, month);
  return byMonth === null ? null : named(today, at, byMonth, year);
};

/** `1月5日`, `1월 5일`; `5号`. */
const monthFirstWritten: Form = (passage, at, { today }) => {
  const read = monthAndDay(passage, at);
  return read === null ? null : named(today, at, read, null);
};

/** `5 January 2027`, `05-Jan-2027`, `the 5th of January`, `5. tammikuuta`, `5 de enero de 2027`. */
const dayThenName: Form = ({ text, words }, at, { today }) => {
  const day = FIRST.has(words[at]?.text ?? '') ? 1 : (numberAt(words, at, 2) ?? writtenOut(words, at));
  if (day === null || day < 1 || day > 31 || isGlued(text, words, at, ':')) return null;
  let next = at + 1;
  if (ORDINALS.has(words[next]?.text ?? '') && between(text, words, at) === '') next += 1;
  if (OF.has(words[next]?.text ?? '') && MONTHS.at(words, next) === null) next += 1;
  const month = MONTHS.at(words, next);
  if (month === null || next - at > 3 || /[;!?\n]/.test(textBetween(text, words, at, next))) return null;
  const behind = next + month.length;
  const { year, to } = yearBehind({ text, words }, behind);
  return named(today, at, { month: month.kind + 1, day, to }, year);
};

/** Shorter names of numbers are other words in other languages: `on` is ten, and `to` two. */
const LEAST_WRITTEN = 4;
/** A number that the languages name, as `twelve` of `the twelve of March`. */
const writtenOut = (words: readonly Word[], at: number): number | null => {
  const read = NUMBERS.at(words, at);
  const isLong = (words[at]?.text.length ?? 0) >= LEAST_WRITTEN;
  return read === null || read.length > 1 || !isLong ? null : read.kind + 1;
};

/** `January 5, 2027`, `Jan-05-2027`, `2027. január 5.`; of `July 10-31` the last day. */
const nameThenDay: Form = ({ text, words }, at, { today }) => {
  const begins = numberAt(words, at, 4);
  const name = begins === null ? at : at + 1;
  const month = MONTHS.at(words, name);
  if (month === null) return null;
  let last = name + month.length;
  let day = numberAt(words, last, 2);
  if (day === null || day < 1 || day > 31 || /[;!?]/.test(textBetween(text, words, name, last))) return null;
  if (isTime(text, words, last)) return null;
  const range = numberAt(words, last + 1, 2);
  if (range !== null && range > day && range <= 31 && /^\s?[-–—]\s?$/.test(between(text, words, last))) {
    last += 1;
    day = range;
  }
  if (ORDINALS.has(words[last + 1]?.text ?? '') && between(text, words, last) === '') last += 1;
  const { year, to } = begins === null ? yearBehind({ text, words }, last + 1) : { year: begins, to: last + 1 };
  return named(today, at, { month: month.kind + 1, day, to }, year);
};

const WRITTEN = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

/** `23.12.–3.1.`, `21.12-04.01`: between two days. */
const RANGE = /^\.?\s?[-–—~～]\s?$/;

const endsRange = (text: string, words: readonly Word[], at: number): boolean =>
  RANGE.test(between(text, words, at - 1)) && isDateSign(between(text, words, at - 2));

/** `05.01.2027`, `5/1/27`, `5-1-2027`, `5. 1.`. */
const dayThenNumber: Form = ({ text, words }, at, { today, month_first }) => {
  const first = numberAt(words, at, 2);
  const second = numberAt(words, at + 1, 2);
  const sign = between(text, words, at);
  if (first === null || second === null || !isDateSign(sign) || isGlued(text, words, at, sign)) return null;
  // `3-17 December`
  if (MONTHS.at(words, at + 2) !== null && sign.trim() !== '.') return null;
  const after = between(text, words, at + 1);
  // `9-13.11`: from one day to another.
  if (/^\s?[-–]\s?$/.test(sign) && /^\.\s?$/.test(after) && numberAt(words, at + 2, 2) !== null) return null;
  const given = numberAt(words, at + 2, 4) ?? numberAt(words, at + 2, 2);
  const hasYear = given !== null && isDateSign(after) && sign.trim()[0] === after.trim()[0] && isYear(given);
  const to = hasYear ? at + 3 : at + 2;
  if (!hasYear && given !== null && after.trim()[0] === sign.trim()[0] && !RANGE.test(after)) return null;
  // Who writes in characters has the month first, whatever stands between.
  const isOfUs = month_first && !sign.includes('.');
  const isSwapped =
    (!sign.includes('.') && second > 12) || (first <= 12 && (isOfUs || (month_first && WRITTEN.test(text))));
  const [day, month] = isSwapped ? [second, first] : [first, second];
  const isDotted = sign.includes('.') && (after.startsWith('.') || endsRange(text, words, at));
  return named(today, at, { month, day, to }, hasYear ? given : null, !hasYear && !isDotted && !sign.includes('/'));
};

const READERS: readonly Form[] = [yearFirst, monthFirstWritten, dayThenName, nameThenDay, dayThenNumber];

/** Behind numbers, without a blank. */
const ORDINALS = new Set([
  'st',
  'nd',
  'rd',
  'th',
  'er',
  're',
  'e',
  'eme',
  'o',
  'a',
  'de',
  'ste',
  'i',
  'ego',
  'go',
  'й',
  'ого',
  'an',
  'en',
  'jan',
  'jen',
]);
/** The first, written out as days are, folded. */
const FIRST = new Set(
  'first|ersten|premier|primero|primo|primeiro|eerste|forsta|forste|pierwszego|prvniho|первого|intai|ensimmainen|elseje'.split(
    '|',
  ),
);
const OF = new Set(['of', 'de', 'di', 'd', 'do', 'den', 'del']);
const YEAR_SIGNS = new Set(['年', '년']);
const MONTH_SIGNS = new Set(['月', '월']);
const DAY_SIGNS = new Set(['日', '号', '號', '일']);

interface Read {
  readonly month: number;
  readonly day: number;
  readonly to: number;
}

function monthAndDay({ words }: Passage, at: number): Read | null {
  const month = numberAt(words, at, 2);
  const day = numberAt(words, at + 2, 2);
  if (month === null || day === null || !MONTH_SIGNS.has(words[at + 1]?.text ?? '')) return null;
  return { month, day, to: DAY_SIGNS.has(words[at + 3]?.text ?? '') ? at + 4 : at + 3 };
}

function dottedDay({ text, words }: Passage, at: number): Read | null {
  const month = numberAt(words, at, 2);
  const day = numberAt(words, at + 1, 2);
  if (month === null || day === null || !isDateSign(between(text, words, at))) return null;
  return { month, day, to: at + 2 };
}

function yearBehind({ text, words }: Passage, at: number): { readonly year: number | null; readonly to: number } {
  const sign = textBetween(text, words, at - 1, at);
  const next = OF.has(words[at]?.text ?? '') ? at + 1 : at;
  const full = numberAt(words, next, 4);
  if (full !== null && isYear(full) && sign.length <= 4 && !/[;!?\n]/.test(sign)) return { year: full, to: next + 1 };
  const short = numberAt(words, at, 2);
  if (short !== null && /^(?:[-/]|\s?['’])$/.test(sign)) return { year: short, to: at + 1 };
  return { year: null, to: at };
}

const isYear = (year: number): boolean => year < 100 || (year >= 2000 && year < 2100);

function named(
  today: number,
  from: number,
  { month, day, to }: Read,
  year: number | null,
  is_weak = false,
): DayNamed | null {
  const read = month < 1 || month > 12 ? null : dayInYear(today, month, day, year);
  return read === null ? null : { day: read, from, to, is_weak };
}

export function numberAt(words: readonly Word[], at: number, most: 2 | 4): number | null {
  const text = words[at]?.text ?? '';
  return (most === 4 ? /^20\d{2}$/ : /^\d{1,2}$/).test(text) ? Number(text) : null;
}

/** The signs between a word and the next one. */
export const between = (text: string, words: readonly Word[], at: number): string =>
  textBetween(text, words, at, at + 1);

const textBetween = (text: string, words: readonly Word[], one: number, other: number): string =>
  text.slice(words[one]?.to ?? 0, words[other]?.from ?? (words[one]?.to ?? 0) + 3);

const isDateSign = (sign: string): boolean => /^\s?[-./‐‑–]\s?$/.test(sign);

/** A part of a longer number, such as one of a telephone: by the sign that parts its numbers. A range may end here. */
function isGlued(text: string, words: readonly Word[], at: number, sign: string): boolean {
  const before = text.slice(Math.max(0, (words[at]?.from ?? 0) - 3), words[at]?.from ?? 0);
  return /[\d+]$/.test(before) || (/\d\S\s?$/.test(before) && before.trim().endsWith(sign.trim()));
}

const isTime = (text: string, words: readonly Word[], at: number): boolean =>
  /^(?::\d|[h:]\d|\s?(?:am|pm|uhr|h)\b)/i.test(text.slice(words[at]?.to ?? 0, (words[at]?.to ?? 0) + 5));
