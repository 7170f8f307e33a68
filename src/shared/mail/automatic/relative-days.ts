import {
  afterMonth,
  inMonths,
  inNextWeek,
  mondayOfWeek,
  monthOf,
  nextOfNumber,
  nextWeekday,
  ofNextMonth,
} from './calendar-days.ts';
import { anywhere, type Counted, type Form, monthAt } from './counted.ts';
import {
  ABSENT,
  AHEAD,
  AHEAD_BEHIND,
  DAYS,
  END_OF,
  NEXT,
  NUMBERS,
  UNITS,
  UNTIL,
  WEEK_NUMBER,
  WEEKDAYS,
  WEEKEND,
} from './date-words.ts';
import { between, type DateReader, type DayNamed, numberAt, type Passage } from './dates-in.ts';
import { FIRST_NAMED, LAST_NAMED } from './named-times.ts';

const [DAY_UNIT, WEEK, MONTH] = [0, 1, 2];
/** `back on ma`: what short of it is a word of another language. */
const LEAST_WEEKDAY = 3;

type IsBound = (one: Pick<DayNamed, 'from' | 'to'>) => boolean;

/** A day that is counted from today, and whether a word binds it to an absence. */
export interface RelativeDay extends DayNamed {
  readonly is_bound: boolean;
}

/**
 * Days that are counted from today: tomorrow, weekdays, `the 5th`, weeks. Where nothing says that somebody is back then, only those that can be nothing
 * else.
 */
export function relativeDaysIn(passage: Passage, reader: DateReader, isBound: IsBound): RelativeDay[] {
  const { words } = passage;
  const found: RelativeDay[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const read = FORMS.map((form) => form(passage, at, reader)).find((one) => one !== null) ?? null;
    if (read === null) continue;
    const is_bound = isBound({ from: at, to: read.to });
    const day = is_bound ? read.day : read.unbound;
    if (day === undefined) continue;
    found.push({ day, from: at, to: read.to, is_weak: true, is_bound });
    at = read.to - 1;
  }
  return found;
}

const tomorrow: Form = ({ words }, at, { today }) => {
  const read = DAYS.at(words, at);
  return read === null || read.kind === 0 ? null : anywhere(today + read.kind, at + read.length);
};

const weekday: Form = ({ text, words }, at, { today, anchor = today }) => {
  const read = WEEKDAYS.at(words, at);
  if (read === null || (read.length === 1 && isShort(words[at]?.text ?? '')) || isOtherWord(text, words, at))
    return null;
  const to = at + read.length;
  if (isOfOpeningHours(words, at, to)) return null;
  const isNextWeek = isOfNextWeek(words.slice(Math.max(0, at - 3), at).concat(words.slice(to, to + 4)));
  const day = isNextWeek ? inNextWeek(today, read.kind) : nextWeekday(anchor, read.kind);
  return isOnly(words, at, read.kind) ? anywhere(day, to) : { day, to };
};

/** No other weekday is named beside it: those of `Tuesday, Wednesday and Thursday` are when somebody works. */
const isOnly = (words: Passage['words'], at: number, kind: number): boolean =>
  words.every(({ text }, other) => {
    const read = Math.abs(other - at) > LEAST_WEEKDAY * 2 || isShort(text) ? null : WEEKDAYS.at(words, other);
    return read === null || read.kind === kind;
  });

/** Short names of weekdays that are words of other languages. */
const OTHER_WORDS = /^(?:mon|mar|mer|per|sal|sun|sat|sex|ter|qui|qua|seg|dom|vie|jeu|sam|gio|ven)$/;

/** Such a word, unless it is written as a name: with a capital or a dot, and not at the beginning. */
function isOtherWord(text: string, words: Passage['words'], at: number): boolean {
  const { text: word = '', from = 0, to = 0 } = words[at] ?? {};
  if (!OTHER_WORDS.test(word)) return false;
  const first = text[from] ?? '';
  const isName = first !== first.toLowerCase() && (at > 0 || text[to] === '.');
  return !isName && !/^\d/.test(words[at + 1]?.text ?? '');
}

/** `Monday to Friday`, where nobody says that they are away. */
const isOfOpeningHours = (words: Passage['words'], from: number, to: number): boolean =>
  (isRange(words, to) || isRange(words, from - 2, true)) && !ABSENT.isIn(words);

/** One word and a weekday behind it, or a weekday and one word, which stand for `Monday to`. */
function isRange(words: Passage['words'], at: number, isBefore = false): boolean {
  const joins = words.slice(isBefore ? at + 1 : at, isBefore ? at + 2 : at + 1);
  const other = isBefore ? at : at + 1;
  return WEEKDAYS.at(words, other) !== null && UNTIL.isIn(joins);
}

/** Tells whether a word has too few letters; of characters two are enough. */
const isShort = (word: string): boolean => word.length < LEAST_WEEKDAY && word < '\u3040';

/** `next` alone is the next such day; `in the next week` is another one. */
function isOfNextWeek(words: Passage['words']): boolean {
  return NEXT.findAll(words).some(
    (next) => UNITS.at(words, next.to)?.kind === WEEK || hasWeek(words.slice(next.from, next.to)),
  );
}

const hasWeek = (words: Passage['words']): boolean =>
  words.some(({ text }) => /^(?:[周週]|haftaya)$/.test(text)) || isJapaneseOrKoreanWeek(words);
const isJapaneseOrKoreanWeek = (words: Passage['words']): boolean =>
  ['来週', '翌週', '次週', '다음주', '차주', '내주', '下星期', '下礼拜'].includes(
    words.map(({ text }) => text).join(''),
  );

/** `next week`, `来週`: its Monday. */
const nextWeek: Form = ({ words }, at, { today }) => {
  const next = NEXT.findAll(words.slice(at, at + 6)).find((one) => one.from === 0);
  if (next === undefined) return null;
  const to = at + next.to;
  const unit = UNITS.at(words, to);
  if (unit?.kind === WEEK) return { day: inNextWeek(today, 0), to: to + unit.length };
  return hasWeek(words.slice(at, to)) ? { day: inNextWeek(today, 0), to } : null;
};

/** `after the weekend` */
const weekend: Form = ({ words }, at, { today }) => {
  const read = WEEKEND.findAll(words.slice(at, at + 4)).find((one) => one.from === 0);
  return read === undefined ? null : { day: inNextWeek(today, 0), to: at + read.to };
};

/** `za týden`, `через неделю`: in a week. */
const WITHOUT_ONE = /^(?:za|через)$/;
const ONE = { kind: 0, length: 0 };

/** `in two weeks`, `2週間後`. */
const ahead: Form = ({ words }, at, { today }) => {
  const before = AHEAD.findAll(words.slice(at, at + 3)).find((one) => one.from === 0);
  const from = before === undefined ? at : at + before.to;
  const digits = numberAt(words, from, 2);
  const isOne = before !== undefined && WITHOUT_ONE.test(words[at]?.text ?? '') && UNITS.at(words, from) !== null;
  const word = isOne ? ONE : digits === null ? NUMBERS.at(words, from) : { kind: digits - 1, length: 1 };
  if (word === null) return null;
  const unit = UNITS.at(words, from + word.length);
  if (unit === null) return null;
  const to = from + word.length + unit.length;
  const behind = AHEAD_BEHIND.findAll(words.slice(to, to + 3)).find((one) => one.from === 0);
  if (before === undefined && behind === undefined) return null;
  const count = word.kind + 1;
  const day = unit.kind === MONTH ? inMonths(today, count) : today + count * (unit.kind === DAY_UNIT ? 1 : 7);
  return anywhere(day, to + (behind?.to ?? 0));
};

/** `end of January`, `end of the month`, `Ende Januar`: through it. */
const endOf: Form = ({ words }, at, { today }) => {
  const end = END_OF.findAll(words.slice(at, at + 5)).find((one) => one.from === 0);
  const behind = end === undefined ? null : monthOrUnit(words, at + end.to, today);
  if (behind !== null) return behind;
  // `tammikuun loppuun`, `1月末`, `január végéig`.
  const month = monthAt(words, at);
  const next =
    month === null ? undefined : END_OF.findAll(words.slice(month.to, month.to + 3)).find((one) => one.from === 0);
  return month === null || next === undefined ? null : anywhere(afterMonth(today, month.month), month.to + next.to);
};

/** `of January`, `of the month`, `of the next week`. */
function monthOrUnit(words: Passage['words'], from: number, today: number): Counted | null {
  const before = NEXT.findAll(words.slice(from, from + 4)).find((one) => one.from === 0);
  const at = from + (before?.to ?? 0);
  const month = monthAt(words, at);
  if (month !== null) return { day: afterMonth(today, month.month), to: month.to };
  const unit = UNITS.at(words, at);
  if (unit === null || unit.kind === DAY_UNIT) return null;
  const to = at + unit.length;
  const isNext = before !== undefined || NEXT.findAll(words.slice(to, to + 3)).some((one) => one.from === 0);
  if (unit.kind === WEEK) return { day: inNextWeek(today, 0) + (isNext ? 7 : 0), to };
  const of = monthOf(today) + (isNext ? 1 : 0);
  return { day: afterMonth(today, of > 12 ? 1 : of), to };
}

/** `week 2`, `KW 2`, `2. hét`; of `closed in weeks 29, 30 and 31` the week behind the last one. */
const weekNumber: Form = ({ words }, at, { today }) => {
  const word = WEEK_NUMBER.findAll(words.slice(at, at + 3)).find((one) => one.from === 0);
  const first = word === undefined ? null : numberAt(words, at + word.to, 2);
  const monday = first === null ? null : mondayOfWeek(today, first);
  if (word === undefined || first === null || monday === null) return null;
  let [to, last] = [at + word.to + 1, first];
  for (let next = to; next <= to + 1; next += 1) {
    const number = numberAt(words, next, 2);
    if (number === null || number <= last || number > 53) continue;
    [to, last] = [next + 1, number];
    next = to - 1;
  }
  const behind = (mondayOfWeek(today, last) ?? monday) + 7;
  return { day: last > first ? behind : monday, to, unbound: behind };
};

/** `the 5th`, `am 5.`, `5日`. */
const dayOfMonth: Form = ({ text, words }, at, { today }) => {
  const number = numberAt(words, at, 2);
  if (number === null || number < 1 || number > 31 || isOfTime(text, words, at)) return null;
  const sign = between(text, words, at);
  const next = words[at + 1]?.text ?? '';
  const isOrdinal =
    (sign === '' && ORDINAL.test(next)) ||
    (sign === '-' && SUFFIX.test(next)) ||
    /^\.(?:\s|$)/.test(text.slice(words[at]?.to ?? 0));
  const hasArticle = ARTICLE.test(words[at - 1]?.text ?? '');
  // `29日` is a day, `3日間` so many.
  const isCounted =
    UNITS.at(words, at + 1) !== null && (!isWritten(next) || /^[간間後후内내]$/.test(words[at + 2]?.text ?? ''));
  // `from 3. to 11 April`: the first day of a range.
  if (/^\d{1,2}$/.test(words[at + 2]?.text ?? '') && OF_RANGES.has(next)) return null;
  const isPlain = !isCounted && !/^\s?(?:[%€$h]|:\d)|^\s?(?:uhr|am|pm)\b/i.test(text.slice(words[at]?.to ?? 0));
  if (!isPlain || !(isOrdinal || hasArticle)) return null;
  const to = sign === '' && isOrdinal && ORDINAL.test(next) ? at + 2 : at + 1;
  const day = isOfNextMonth(words.slice(to, to + 4)) ? ofNextMonth(today, number) : nextOfNumber(today, number);
  return day === null ? null : { day, to };
};

/** Between the days of a range. */
const OF_RANGES = new Set('to till until til bis au al a à ao tot till az do po по ig'.split(' '));

/** `the 10th of next month` */
const isOfNextMonth = (words: Passage['words']): boolean =>
  NEXT.isIn(words) && words.some((_, at) => UNITS.at(words, at)?.kind === MONTH);

/** `12.30`, `9:00` */
const isOfTime = (text: string, words: Passage['words'], at: number): boolean =>
  /^\d+$/.test(words[at - 1]?.text ?? '') && /^[.:]$/.test(between(text, words, at - 1));

const isWritten = (word: string): boolean => /^[日일号號]$/.test(word);

const ORDINAL = /^(?:st|nd|rd|th|er|e|日|일|号|號)$/;
/** The suffix of a day in Hungarian: `17-ig`, `9-én`. */
const SUFFIX = /^(?:ig|en|an|eig|aig|jeig|jaig|tol|etol|atol)$/;
/** Before the number of a day. */
const ARTICLE = /^(?:the|le|el|il|al|au|del|dia|dnia|dne|den|am|zum|dem|do|giorno|of)$/;

const FORMS: readonly Form[] = [
  ...FIRST_NAMED,
  ahead,
  endOf,
  weekend,
  tomorrow,
  nextWeek,
  weekday,
  weekNumber,
  dayOfMonth,
  ...LAST_NAMED,
];
