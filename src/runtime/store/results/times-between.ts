import { compareTexts } from '../../../shared/kit/compare-texts.ts';
import { HOUR } from '../../../shared/kit/duration.ts';
import type { Moments } from './count-steps.ts';
import type { TimeBetween } from './counted-results.ts';
import { type CountedPeople, createPlaces } from './people-of-ledger.ts';

/** So many are given: those that most people have taken. */
const MOST_TIMES = 200;
const MICROSECONDS_PER_HOUR = HOUR * 1000;
const QUARTERS = [0.25, 0.5, 0.75] as const;

/** How long people took from each of their moments to the next. Of moments at the same time the one that is given first comes first. */
export function timesBetween(moments: readonly Moments[], people: CountedPeople): TimeBetween[] {
  const { texts, placeOf } = createPlaces();
  const { from, what, at } = inTurn(moments, people.count, placeOf);
  const kinds = new Map<
    number,
    { readonly sequence: number; readonly before: number; readonly next: number; readonly hours: number[] }
  >();
  for (let person = 0; person < people.count; person++) {
    const sequence = people.sequence[person] ?? 0;
    for (let n = (from[person] ?? 0) + 1; n < (from[person + 1] ?? 0); n++) {
      const before = what[n - 1] ?? 0;
      const next = what[n] ?? 0;
      const key = (sequence * texts.length + before) * texts.length + next;
      let kind = kinds.get(key);
      if (kind === undefined) {
        kind = { sequence, before, next, hours: [] };
        kinds.set(key, kind);
      }
      kind.hours.push(((at[n] ?? 0) - (at[n - 1] ?? 0)) / MICROSECONDS_PER_HOUR);
    }
  }
  const textOf = (place: number): string => texts[place] ?? '';
  return [...kinds.values()]
    .map(({ sequence, before, next, hours }) => ({
      ...{ sequence: people.sequences[sequence] ?? '', from: textOf(before), to: textOf(next) },
      ...{ people: hours.length, hours: quartersOf(hours) },
    }))
    .sort(
      (one, other) =>
        other.people - one.people ||
        compareTexts(one.sequence, other.sequence) ||
        compareTexts(one.from, other.from) ||
        compareTexts(one.to, other.to),
    )
    .slice(0, MOST_TIMES);
}

/** The moments of one person after the other, each person's in order: those of the nth are from `from[n]` to before `from[n + 1]`. */
function inTurn(moments: readonly Moments[], count: number, placeOf: (what: string) => number) {
  const from = new Uint32Array(count + 1);
  for (const { people } of moments) {
    for (let n = 0; n < people.length; n++) {
      const after = (people[n] ?? 0) + 1;
      from[after] = (from[after] ?? 0) + 1;
    }
  }
  for (let person = 0; person < count; person++) from[person + 1] = (from[person + 1] ?? 0) + (from[person] ?? 0);
  const [what, at] = [new Uint16Array(from[count] ?? 0), new Float64Array(from[count] ?? 0)];
  const next = from.slice();
  for (const one of moments) {
    const place = placeOf(one.what);
    for (let n = 0; n < one.people.length; n++) {
      const person = one.people[n] ?? 0;
      const time = one.at[n] ?? 0;
      let to = next[person] ?? 0;
      next[person] = to + 1;
      for (; to > (from[person] ?? 0) && (at[to - 1] ?? 0) > time; to--) {
        at[to] = at[to - 1] ?? 0;
        what[to] = what[to - 1] ?? 0;
      }
      at[to] = time;
      what[to] = place;
    }
  }
  return { from, what, at };
}

/** A quarter of them are less than the first, half than the second, three quarters than the third; between two of them in proportion. */
function quartersOf(hours: readonly number[]): [number, number, number] {
  const sorted = Float64Array.from(hours).sort();
  const quarter = (share: number): number => {
    const place = share * (sorted.length - 1);
    const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
    return low + (place - Math.floor(place)) * (high - low);
  };
  const [low, middle, high] = QUARTERS;
  return [quarter(low), quarter(middle), quarter(high)];
}
