import type { Look } from './known-size-interval.ts';
import type { PerArm } from './outcomes.ts';

/** How many people a campaign has, and who of them will never be judged by a split; times in epoch milliseconds. */
export interface KnownSize {
  /** The number of people from each time on, as they were counted then; oldest first. */
  readonly counts: readonly { readonly at: number; readonly people: number }[];
  /** When each of those has left whom nobody contacts after the split any more: most have never come to it. */
  readonly left: readonly number[];
}

/** When the days of people are over: of all arms, and of the two that are compared. */
interface Judged {
  readonly all: readonly number[];
  readonly first: readonly number[];
  readonly other: readonly number[];
}

type Change = 'judged' | 'first' | 'other' | 'left' | { readonly people: number };

/** A look after each person, and whenever the number of those changes who may still come: whoever looks in between sees what one of them has seen. */
export function looksAt({ counts, left }: KnownSize, judged: Judged, sizes: PerArm, now: number): Look[] {
  const at = (what: Change) => (time: number) => ({ time, what });
  const changes = [
    ...judged.all.map(at('judged')),
    ...judged.first.map(at('first')),
    ...judged.other.map(at('other')),
    ...left.map(at('left')),
    ...counts.map(({ at: time, people }, n) => ({ time: n === 0 ? Number.NEGATIVE_INFINITY : time, what: { people } })),
  ]
    .filter(({ time }) => time <= now)
    .sort((a, b) => a.time - b.time);
  const sums = { judged: 0, first: 0, other: 0, left: 0 };
  let people = 0;
  return changes.flatMap(({ time, what }, n): Look[] => {
    if (typeof what === 'string') sums[what]++;
    else people = what.people;
    // What comes at one moment is one look.
    if (changes[n + 1]?.time === time) return [];
    const blocks = Math.min(Math.floor(sums.first / sizes.first), Math.floor(sums.other / sizes.other));
    return [{ blocks, judged: sums.judged, size: Math.max(sums.judged, people - sums.left) }];
  });
}
