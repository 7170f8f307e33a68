import { DAY } from '../../shared/kit/duration.ts';

/** Milliseconds at most. */
export function longestWithin(within: number | { readonly business_days: number }): number {
  if (typeof within === 'number') return within;
  // A week of five, and a week of holidays.
  return (Math.ceil(within.business_days / 5) * 7 + 7) * DAY;
}
