import { cutText } from './cut-text.ts';
import { DAY, HOUR, MINUTE, SECOND } from './duration.ts';

export interface ReadDate {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The text names no zone, so it is that day and time wherever it is read: `at` is as in UTC. */
  readonly local: boolean;
}

interface NotRead {
  /** A sentence without its period. */
  readonly message: string;
  /** The end of one that begins with the text. */
  readonly why: string;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
] as const;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const WEEKDAY = /^([a-z]{3,9})[.,]{0,2} (?=[\da-z])/;
const YEAR_FIRST = /^([1-9]\d{3})([-/.])(\d{1,2})([-/.])(\d{1,2})$/;
const DAY_FIRST =
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:of )?(?<month>[a-z]{3,9})[.,]{0,2}[ -](?<year>[1-9]\d{3})$/;
const MONTH_FIRST = /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>[1-9]\d{3})$/;
const TIME = /(?:t| at | )(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?: ?(z|utc|gmt|[+-]\d{2}:?\d{2}))?$/;
const NUMBERS_ALONE = /^\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}\b/;
const COUNTED_DAYS = /^\d{5}(?:\.\d+)?$/;
const LONGEST = 60;

/**
 * A date or a time that reads one way only: the year first (`2027-03-02`, `2027/3/2`), or the month by its English name (`2 March 2027`), with a
 * time or without. Of every other text the message says why it is none, such as a day that no calendar has.
 */
export function readDate(given: string): ReadDate | NotRead {
  const text = given.trim().replace(/\s+/g, ' ').toLowerCase();
  const time = text.length > LONGEST ? null : TIME.exec(text);
  const date = time === null ? text : text.slice(0, time.index);
  const named = text.length > LONGEST ? null : dayIn(date);
  if (named === null) return notRead(given, whyNot(date));
  const wrong = wrongWith(named);
  if (wrong !== null) return notRead(given, wrong);
  const day = Date.UTC(named.year, named.month - 1, named.day);
  if (time === null) return { at: day, local: true };
  const clock = clockIn(time);
  if (clock === null) return notRead(given, ': no clock shows that time');
  return { at: day + clock.ms - (clock.offset ?? 0), local: clock.offset === null };
}

/** Whether the calendar has the day, written like 2027-03-02. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && 'at' in readDate(text);

interface NamedDay {
  readonly year: number;
  /** From 1; whether there is such a one is not looked at yet. */
  readonly month: number;
  readonly day: number;
  readonly weekday: number | null;
}

function dayIn(text: string): NamedDay | null {
  const [before = '', word = ''] = WEEKDAY.exec(text) ?? [];
  const weekday = placeIn(WEEKDAYS, word);
  const date = weekday === null ? text : text.slice(before.length);
  const [, year, sign, month, same, day] = YEAR_FIRST.exec(date) ?? [];
  if (year !== undefined && sign === same)
    return { year: Number(year), month: Number(month), day: Number(day), weekday };
  const worded = (DAY_FIRST.exec(date) ?? MONTH_FIRST.exec(date))?.groups;
  const place = worded === undefined ? null : placeIn(MONTHS, worded.month ?? '');
  if (place === null) return null;
  return { year: Number(worded?.year), month: place + 1, day: Number(worded?.day), weekday };
}

/** Finds a name, or its first three letters or more: `mar`, `sept`. */
function placeIn(names: readonly string[], word: string): number | null {
  const place = word.length < 3 ? -1 : names.findIndex((name) => name.toLowerCase().startsWith(word));
  return place < 0 ? null : place;
}

function wrongWith({ year, month, day, weekday }: NamedDay): string | null {
  const name = MONTHS[month - 1];
  if (name === undefined) return `: there is no month ${month}`;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day < 1 || day > days) return `: ${name} ${year} has ${days} days`;
  const really = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return weekday === null || weekday === really ? null : `: that day is a ${WEEKDAYS[really]}`;
}

interface Clock {
  readonly ms: number;
  /** Null: no zone is named. */
  readonly offset: number | null;
}

function clockIn([, hour, minute, second = '0', fraction = '0', zone]: RegExpExecArray): Clock | null {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (h > 23 || m > 59 || s > 59) return null;
  const ms = h * HOUR + m * MINUTE + s * SECOND + Math.floor(Number(`0.${fraction}`) * SECOND);
  const [sign, hours, minutes] = [zone?.[0], Number(zone?.slice(1, 3)), Number(zone?.slice(-2))];
  if (sign !== '+' && sign !== '-') return { ms, offset: zone === undefined ? null : 0 };
  const offset = hours * HOUR + minutes * MINUTE;
  if (minutes > 59 || offset >= DAY) return null;
  return { ms, offset: sign === '-' ? -offset : offset };
}

const HOW = '; write it like 2027-03-02 or 2027-03-02T09:00:00Z';

function whyNot(date: string): string {
  if (NUMBERS_ALONE.test(date)) return ` that reads one way only: day and month could be taken for each other${HOW}`;
  if (COUNTED_DAYS.test(date)) return `, but may be the number that a spreadsheet keeps for one${HOW}`;
  return HOW;
}

const notRead = (given: string, more: string): NotRead => {
  const why = `is not a date${more}`;
  return { message: `"${cutText(given.trim(), LONGEST)}" ${why}`, why };
};
