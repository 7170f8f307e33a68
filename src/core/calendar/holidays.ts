import Holidays from 'date-holidays';
import { DAY, HOUR } from '../../shared/kit/duration.ts';

/** Whether a local day (days since 1970-01-01) is a public holiday of one of the countries or regions. */
export function isHoliday(day: number, codes: readonly string[] | undefined): boolean {
  return codes !== undefined && holidayName(day, codes) !== null;
}

/** `Neujahr (DE)`; null on other days. Throws RangeError for a code that names no country or region. */
export function holidayName(day: number, codes: readonly string[]): string | null {
  const year = new Date(day * DAY).getUTCFullYear();
  for (const code of codes) {
    const name = holidaysOf(code, year).get(day);
    if (name !== undefined) return `${name} (${code})`;
  }
  return null;
}

type Year = ReadonlyMap<number, string>;

const calendars = new Map<string, Holidays>();
const years = new Map<string, Year>();
const YEARS_KEPT = 1_000;

function holidaysOf(code: string, year: number): Year {
  const key = `${code} ${year}`;
  const known = years.get(key);
  if (known) return known;
  if (years.size >= YEARS_KEPT) years.clear();
  const found = findHolidays(calendarOf(code), year);
  years.set(key, found);
  return found;
}

/** A holiday's day is the one whose noon it covers: some begin on the evening before, some at two in the afternoon. */
function findHolidays(calendar: Holidays, year: number): Year {
  const days = new Map<number, string>();
  // One that begins in December may last into January.
  for (const holiday of [...calendar.getHolidays(year - 1), ...calendar.getHolidays(year)]) {
    if (holiday.type !== 'public') continue;
    const from = Date.parse(`${holiday.date.slice(0, 10)}T${holiday.date.slice(11, 19)}Z`);
    const to = from + (holiday.end.getTime() - holiday.start.getTime());
    for (let day = Math.floor(from / DAY); day * DAY + 12 * HOUR < to; day++) {
      if (day * DAY + 12 * HOUR >= from && new Date(day * DAY).getUTCFullYear() === year) days.set(day, holiday.name);
    }
  }
  return days;
}

function calendarOf(code: string): Holidays {
  const known = calendars.get(code);
  if (known) return known;
  const [country = '', region, ...more] = code.split('-');
  if (more.length > 0 || !isKnown(country, region)) {
    throw new RangeError(`'${code}' is not a country or region whose holidays are known; use FR or DE-BY, for example`);
  }
  const calendar = region === undefined ? new Holidays(country) : new Holidays(country, region);
  calendars.set(code, calendar);
  return calendar;
}

function isKnown(country: string, region: string | undefined): boolean {
  const all = new Holidays();
  if (!Object.hasOwn(all.getCountries(), country)) return false;
  return region === undefined || Object.hasOwn(all.getStates(country) ?? {}, region);
}
