import type { Schedule } from '../../language/plan/plan.ts';
import { DAY, MINUTE } from '../../shared/kit/duration.ts';
import { isHoliday } from './holidays.ts';
import { weekdayOf } from './local-day.ts';
import { localMillis } from './zone-offsets.ts';

/** Milliseconds after local midnight; `to` is exclusive. */
export interface OpenRange {
  readonly from: number;
  readonly to: number;
}

const ALL_DAY: readonly OpenRange[] = [{ from: 0, to: DAY }];

/**
 * When the schedule is open on a local day, in order, joined where ranges touch. A range that runs past midnight belongs to
 * the day it begins on and shows up on the next one too.
 */
export function openRanges(day: number, schedule: Pick<Schedule, 'hours'>): readonly OpenRange[] {
  const { hours } = schedule;
  if (hours === null) return ALL_DAY;
  const weekday = weekdayOf(day);
  const today = (hours[weekday] ?? []).map(({ from, to }) => ({ from, to: Math.min(to, 1440) }));
  const fromYesterday = (hours[(weekday + 6) % 7] ?? [])
    .filter(({ to }) => to > 1440)
    .map(({ from, to }) => ({ from: Math.max(0, from - 1440), to: Math.min(to - 1440, 1440) }));
  return joined([...fromYesterday, ...today].map(({ from, to }) => ({ from: from * MINUTE, to: to * MINUTE })));
}

/** Whether that zone's clock shows a time inside the hours, on a day that is no holiday. */
export function isOpen(ms: number, schedule: Pick<Schedule, 'hours' | 'holidays'>, zone: string): boolean {
  const local = localMillis(ms, zone);
  const day = Math.floor(local / DAY);
  const time = local - day * DAY;
  if (isHoliday(day, schedule.holidays)) return false;
  return openRanges(day, schedule).some(({ from, to }) => from <= time && time < to);
}

function joined(ranges: OpenRange[]): OpenRange[] {
  const result: OpenRange[] = [];
  for (const range of ranges.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && range.from <= last.to) result[result.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else result.push(range);
  }
  return result;
}
