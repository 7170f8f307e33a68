/** So often it ends before the interval, and as often after it. */
const LEFT_OUT = 0.1;

interface EndInterval {
  readonly low: number | null;
  readonly median: number | null;
  readonly high: number | null;
}

/**
 * In which days a campaign ends, from those in which others end that are as it may be; null: in none that is looked at. Its own end is one more
 * of them: as probably before all of theirs as after all, and as in each of the gaps between them. Where all end on one day though people do
 * not do the same in all, it may end on the next: whatever the calendar cannot foresee makes a step later.
 */
export function endInterval(drawn: readonly (number | null)[], isRandom: boolean): EndInterval {
  const ends = drawn.toSorted((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY));
  const out = Math.max(0, Math.floor(LEFT_OUT * (ends.length + 1)) - 1);
  const [low = null, median = null, high = null] = [out, Math.floor(ends.length / 2), ends.length - 1 - out].map(
    (index) => ends[index],
  );
  return { low, median, high: isRandom && high !== null && high === low ? high + 1 : high };
}
