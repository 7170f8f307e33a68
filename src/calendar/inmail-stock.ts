import type { AccountBook } from './account-book.ts';
import type { InMailStock } from './caps.ts';

/**
 * Whether one more InMail fits before the end of the month of `at`, and what is booked for later months still does. What is used is
 * out of the stock already; what is booked is still in it.
 */
export function hasInMail(stock: InMailStock, book: AccountBook, at: number): boolean {
  const booked = book.bookedTimes('inmail');
  const months = [...new Set([monthOf(at), ...booked.map(monthOf).filter((month) => month > monthOf(at))])];
  return months.every((month) => {
    // Where nobody tells how many come, none do; what is left stays, and the balance is read again before it is used.
    const renewals = Math.max(0, month - monthOf(stock.at));
    return booked.filter((time) => monthOf(time) <= month).length + 1 <= stock.left + renewals * (stock.per_month ?? 0);
  });
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
