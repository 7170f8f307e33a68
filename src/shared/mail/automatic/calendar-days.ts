const DAY = 86_400_000;
/** A date without a year that has just passed is where an absence began, not next year's. */
const BEGAN_WITHIN_DAYS = 183;

/** Days since 1970; null: it is no date. */
export function dayOfIso(date: string): number | null {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY;
  return Number.isNaN(day) ? null : day;
}

export const isoOfDay = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** The number of a day, with months from 1; null: there is no such day. */
function dayNumber(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / DAY : null;
}

/** Without a year it is this year's, or the next one's where that is long past. */
export function dayInYear(today: number, month: number, day: number, year: number | null): number | null {
  const thisYear = yearOf(today);
  const read = dayNumber(year === null ? thisYear : year < 100 ? 2000 + year : year, month, day);
  if (read === null || year !== null || today - read <= BEGAN_WITHIN_DAYS) return read;
  return dayNumber(thisYear + 1, month, day);
}

/** The next day of that number in a month: today, where it has that number. */
export function nextOfNumber(today: number, day: number): number | null {
  const { year, month } = partsOf(today);
  for (let ahead = 0; ahead <= 2; ahead += 1) {
    const read = dayNumber(year + Math.floor((month - 1 + ahead) / 12), ((month - 1 + ahead) % 12) + 1, day);
    if (read !== null && read >= today) return read;
  }
  return null;
}

/** The day of that number in the month after this one; null: it has none. */
export function ofNextMonth(today: number, day: number): number | null {
  const { year, month } = partsOf(today);
  return dayNumber(month === 12 ? year + 1 : year, (month % 12) + 1, day);
}

export const nextWeekday = (today: number, weekday: number): number =>
  today + ((weekday - weekdayOf(today) + 6) % 7) + 1;

/** That day of the week after this one; Monday is 0. */
export const inNextWeek = (today: number, weekday: number): number => today - weekdayOf(today) + 7 + weekday;

/** The first day after that month (from 1), this year's or the next one's. */
export function afterMonth(today: number, month: number): number {
  const { year, month: current } = partsOf(today);
  const of = month < current ? year + 1 : year;
  return dayNumber(of + (month === 12 ? 1 : 0), (month % 12) + 1, 1) ?? today;
}

export const monthOf = (day: number): number => partsOf(day).month;

export function inMonths(today: number, months: number): number {
  const date = new Date(today * DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate()) / DAY;
}

/** The Monday of an ISO week, this year's or the next one's; null: a year has no such week. */
export function mondayOfWeek(today: number, week: number): number | null {
  if (week < 1 || week > 53) return null;
  const monday = (year: number): number => {
    const fourth = Date.UTC(year, 0, 4) / DAY;
    return fourth - weekdayOf(fourth) + (week - 1) * 7;
  };
  const year = yearOf(today);
  return [monday(year), monday(year + 1)].find((day) => day + 6 > today) ?? null;
}

/** Monday is 0; the first day of 1970 was a Thursday. */
const weekdayOf = (day: number): number => (day + 3) % 7;
const yearOf = (day: number): number => partsOf(day).year;

function partsOf(day: number): { readonly year: number; readonly month: number } {
  const date = new Date(day * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}
