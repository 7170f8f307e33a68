/**
 * Retry with exponential backoff: the milliseconds to wait after so many failures in a row, counted from 1. The first wait is `first`,
 * each further one `factor` times as long, none longer than `longest`.
 */
export function backoff(failures: number, first: number, longest: number, factor = 2): number {
  return Math.min(longest, first * factor ** Math.min(30, Math.max(0, failures - 1)));
}

/** Shortened at random by up to a half: callers that were turned away together do not come back together. */
export const spread = (wait: number): number => wait * (0.5 + Math.random() / 2);
