import { DateTime } from 'luxon';
import { returnDay } from '../../../shared/mail/automatic/return-day.ts';

export interface Reader {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The author's zone. */
  readonly zone: string;
  /** `03/12` is the twelfth of March, as in the United States. */
  readonly month_first?: boolean;
  /** Only a date that follows `until`, `back` and the like: a subject may quote ours. */
  readonly after_word?: boolean;
}

/** The date on which the author of an out-of-office reply is back: the start of that day in their zone, epoch milliseconds. */
export function returnDate(text: string, { now, zone, ...reader }: Reader): number | null {
  const today = DateTime.fromMillis(now, { zone }).toISODate();
  const day = today === null ? null : returnDay(text, { ...reader, today });
  return day === null ? null : DateTime.fromISO(day, { zone }).startOf('day').toMillis();
}
