import { DAY } from '../../shared/kit/duration.ts';

/** The times of an account's sends in order. One short list per UTC day, so that adding and looking cost little. */
export interface SendTimes {
  add(at: number): void;
  remove(at: number): void;
  /** The earliest time in `from` until `to` (exclusive) that is `spacing` away from every send; null when there is none. */
  firstFree(from: number, to: number, spacing: number): number | null;
  /** The earliest send of all. */
  first(): number | null;
}

export function createSendTimes(): SendTimes {
  const days = new Map<number, number[]>();
  let first: number | null = null;
  return {
    add(at) {
      const day = Math.floor(at / DAY);
      const times = days.get(day);
      if (!times) days.set(day, [at]);
      else times.splice(indexAfter(times, at), 0, at);
      if (first !== null && at < first) first = at;
    },
    remove(at) {
      const day = Math.floor(at / DAY);
      const times = days.get(day) ?? [];
      const index = indexAfter(times, at) - 1;
      if (times[index] !== at) return;
      times.splice(index, 1);
      if (times.length === 0) days.delete(day);
      if (at === first) first = null;
    },
    firstFree(from, to, spacing) {
      if (spacing <= 0) return from < to ? from : null;
      let at = from;
      for (let day = Math.floor((from - spacing) / DAY); at < to && day * DAY < at + spacing; day++) {
        const times = days.get(day);
        if (!times) continue;
        for (let index = indexAfter(times, at - spacing); index < times.length && at < to; index++) {
          const other = times[index] ?? Number.POSITIVE_INFINITY;
          if (other - at >= spacing) return at;
          at = Math.max(at, other + spacing);
        }
      }
      return at < to ? at : null;
    },
    first() {
      if (first === null && days.size > 0) first = days.get(Math.min(...days.keys()))?.[0] ?? null;
      return first;
    },
  };
}

/** Index of the first entry greater than `value`. */
function indexAfter(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
