import { DAY } from '../../../../../shared/kit/duration.ts';

/** The longest absence whose end is named: a longer one is announced without a date. */
const LONGEST_NAMED = 366 * DAY;

/** The text of an automatic absence notice: with the first whole day (UTC) on which the owner is back, as people write it. */
export function absenceText(until: string | undefined, at: number): string {
  const end = until === undefined ? Number.NaN : Date.parse(until);
  const away = 'I am out of the office and will read your mail when I am back';
  if (!(end > at && end - at <= LONGEST_NAMED)) return `${away}.`;
  const day = new Date(Math.ceil(end / DAY) * DAY);
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `${away} on ${format.format(day)}.`;
}
