import { DAY, HOUR, MINUTE, WEEK } from '../../../../shared/kit/duration.ts';

const UNITS: readonly (readonly [name: string, size: number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', WEEK],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/** Whole days since then. World times, epoch ms. */
export const daysSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / DAY));

/** How long ago, in words, in the largest unit that fits: `3 days ago`. */
export function ageInWords(at: number, now: number): string {
  for (const [name, size] of UNITS) {
    const number = Math.floor((now - at) / size);
    if (number >= 1) return `${number} ${name}${number === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
