import type { HoursRange, Schedule } from '../../plan/plan.ts';
import { type CheckContext, itemsOf, readMap, readText, shorten } from '../check/check-context.ts';
import type { Place } from '../diagnostics/edit.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const LONG = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const FIX = 'Write ranges like "09:00-12:30, 14:00-18:00", up to 24:00; 22:00-02:00 runs past midnight.';
const MIDNIGHT = 24 * 60;

/** `{ mon-fri: "09:00-12:30, 14:00-18:00" }` → ranges per day, Monday first. A day that is not named has none. */
export function checkHours(context: CheckContext, value: YamlValue): Schedule['hours'] {
  const map = readMap(context, value, 'hours', 'Write `hours: { mon-fri: "09:00-18:00" }`.');
  if (!map) return null;
  const before = context.errorCount();
  const week: HoursRange[][] = DAYS.map(() => []);
  const named = new Set<number>();
  for (const entry of map.entries) {
    const days = readDays(entry.key);
    if (!days) {
      const message = `"${shorten(entry.key)}" is not a day`;
      context.report('SEQ017', entry.key_place, message, 'Write a day like mon, a range like mon-fri, or daily.');
      continue;
    }
    const twice = days.find((day) => named.has(day));
    if (twice !== undefined) {
      const message = `${LONG[twice]} is given twice`;
      context.report('SEQ017', entry.key_place, message, 'Give each day once; put its ranges in one list with commas.');
    }
    const ranges = readRanges(context, entry.value);
    for (const day of days) {
      named.add(day);
      week[day] = ranges;
    }
  }
  if (map.entries.length === 0) {
    context.report('SEQ017', map.place, 'the working hours are empty, so nothing could ever be sent', FIX);
  }
  return context.errorCount() === before ? week : null;
}

function readDays(key: string): number[] | null {
  const word = key.toLowerCase().replace(/\s/g, '');
  if (word === 'daily') return DAYS.map((_, day) => day);
  const [from, to, ...rest] = word.split('-').map((part) => dayOf(part));
  if (from === undefined || from < 0 || rest.length > 0) return null;
  if (to === undefined) return [from];
  if (to < 0) return null;
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, i) => (from + i) % 7);
}

function dayOf(word: string): number {
  const short = DAYS.indexOf(word);
  return short >= 0 ? short : LONG.indexOf(word);
}

function readRanges(context: CheckContext, value: YamlValue): HoursRange[] {
  const ranges: HoursRange[] = [];
  for (const item of itemsOf(value)) {
    const text = readText(context, item, 'a range of hours', '"09:00-18:00"');
    if (!text) continue;
    for (const part of text.value.split(',')) {
      const range = readRange(part);
      if (range) ranges.push(range);
      else context.report('SEQ017', text.place, `"${shorten(part.trim())}" is not a range of hours`, FIX);
    }
  }
  ranges.sort((a, b) => a.from - b.from);
  refuseOverlaps(context, ranges, value.place);
  return ranges;
}

function readRange(text: string): HoursRange | null {
  const parts = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/.exec(text);
  if (!parts) return null;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.slice(1).map(Number);
  const from = fromHour * 60 + fromMinute;
  const to = toHour * 60 + toMinute;
  if (fromMinute > 59 || toMinute > 59 || from >= MIDNIGHT || to > MIDNIGHT || from === to) return null;
  return { from, to: to > from ? to : to + MIDNIGHT };
}

function refuseOverlaps(context: CheckContext, ranges: readonly HoursRange[], place: Place): void {
  const overlap = ranges.some((range, i) => (ranges[i + 1]?.from ?? Number.POSITIVE_INFINITY) < range.to);
  if (overlap) context.report('SEQ017', place, 'two ranges of the same day overlap', 'Join them into one range.');
}
