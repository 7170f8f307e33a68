import type { AccountCalendar } from './account-calendar.ts';
import type { InMailStock } from './caps.ts';

/** Whether one more InMail fits at `at`. */
export const hasInMail = (stock: InMailStock, calendar: AccountCalendar, at: number): boolean =>
  moreInMails(stock, calendar.bookedTimes('inmail'), at) >= 1;

/**
 * How many more InMails fit before the end of the month of `at`, so that what is booked for later months still does. What is used is
 * out of the stock already; what is booked is still in it.
 */
export function moreInMails(stock: InMailStock, booked: readonly number[], at: number): number {
  const months = [...new Set([monthOf(at), ...booked.map(monthOf).filter((month) => month > monthOf(at))])];
  const left = months.map((month) => {
    // When it is unknown how many a renewal adds, none are assumed; the balance is read again before it is used.
    const renewals = Math.max(0, month - monthOf(stock.at));
    return stock.left + renewals * (stock.per_month ?? 0) - booked.filter((time) => monthOf(time) <= month).length;
  });
  return Math.max(0, Math.min(...left));
}

/** When an account that has none left gets new ones: the first of the next month. */
export function nextRenewal(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

export function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
