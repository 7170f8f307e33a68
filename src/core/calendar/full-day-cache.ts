import { DAY, WEEK } from '../../shared/kit/duration.ts';

/**
 * Which UTC days earlier searches found full, so that a search in an account that is booked out for weeks does not try them
 * again. Adding booked slots only makes days fuller; taking one out discards what is known of its surroundings.
 */
export interface FullDayCache {
  /** The first UTC day from `day` on, up to `last`, that may have room for a send that keeps `spacing`; null: none. */
  firstOpen(day: number, last: number, spacing: number): number | null;
  /** The whole UTC day has no room for a send that keeps `spacing` or more. */
  isFull(day: number, spacing: number): void;
  /** Forgets the days on which a removed slot may have left room. */
  forgetAround(slot: { readonly at: number; readonly local_week: string }): void;
}

/** More days than a search looks ahead; what lies beyond is not remembered. */
const REMEMBERED = 1_024;

export function createFullDayCache(): FullDayCache {
  let base = 0;
  let widest = 0;
  // The least spacing for which the day is known to be full.
  let fullFrom: Float64Array | null = null;
  return {
    firstOpen(day, last, spacing) {
      if (!fullFrom) return day <= last ? day : null;
      for (let current = day; current <= last; current++) {
        // Outside the remembered span this is undefined, hence not full.
        if (!((fullFrom[current - base] ?? Number.POSITIVE_INFINITY) <= spacing)) return current;
      }
      return null;
    },
    isFull(day, spacing) {
      if (!fullFrom) {
        base = day - 1;
        fullFrom = new Float64Array(REMEMBERED).fill(Number.POSITIVE_INFINITY);
      }
      widest = Math.max(widest, spacing);
      const known = fullFrom[day - base];
      if (known !== undefined && spacing < known) fullFrom[day - base] = spacing;
    },
    forgetAround({ at, local_week }) {
      if (!fullFrom) return;
      // Its week may be under its cap again, in whichever zone that week is counted, and its neighbors may come closer.
      const week = Date.parse(local_week);
      const from = Math.floor(Math.min(week - DAY, at - widest) / DAY) - base;
      const to = Math.ceil(Math.max(week + WEEK + DAY, at + widest) / DAY) - base;
      fullFrom.fill(Number.POSITIVE_INFINITY, Math.max(0, from), Math.max(0, to + 1));
    },
  };
}
