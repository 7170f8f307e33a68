import type { Look } from './known-size-interval.ts';
import type { PerArm } from './outcomes.ts';

/** How many people a campaign has, and who of them will never be judged by a split; times in epoch milliseconds. */
export interface KnownSize {
  /** The number of people from each time on, as they were counted then; oldest first. */
  readonly counts: readonly { readonly at: number; readonly people: number }[];
  /** When each of those has left whom nobody contacts after the split any more: most have never come to it. */
  readonly left: ArrayLike<number>;
}

/** When the days of people are over: of all arms, and of the two that are compared. */
interface Judged {
  readonly all: ArrayLike<number>;
  readonly first: ArrayLike<number>;
  readonly other: ArrayLike<number>;
}

/** A look after each person, and whenever the number of those changes who may still come: whoever looks in between sees what one of them has seen. */
export function looksAt({ counts, left }: KnownSize, judged: Judged, sizes: PerArm, now: number): Look[] {
  const all = inOrder(judged.all);
  const first = inOrder(judged.first);
  const other = inOrder(judged.other);
  const gone = inOrder(left);
  const sums = { all: 0, first: 0, other: 0, gone: 0, counts: 0 };
  const countAt = (n: number): number => (n === 0 ? Number.NEGATIVE_INFINITY : timeAt(counts[n]?.at));
  const looks: Look[] = [];
  let people = 0;
  for (;;) {
    const time = Math.min(
      ...[timeAt(all[sums.all]), timeAt(first[sums.first]), timeAt(other[sums.other]), timeAt(gone[sums.gone])],
      sums.counts < counts.length ? countAt(sums.counts) : Number.POSITIVE_INFINITY,
    );
    if (time > now || time === Number.POSITIVE_INFINITY) return looks;
    // What comes at one moment is one look.
    while (all[sums.all] === time) sums.all++;
    while (first[sums.first] === time) sums.first++;
    while (other[sums.other] === time) sums.other++;
    while (gone[sums.gone] === time) sums.gone++;
    for (; sums.counts < counts.length && countAt(sums.counts) === time; sums.counts++)
      people = counts[sums.counts]?.people ?? people;
    const blocks = Math.min(Math.floor(sums.first / sizes.first), Math.floor(sums.other / sizes.other));
    looks.push({ blocks, judged: sums.all, size: Math.max(sums.all, people - sums.gone) });
  }
}

const inOrder = (times: ArrayLike<number>): Float64Array => Float64Array.from(times).sort();

const timeAt = (time: number | undefined): number => time ?? Number.POSITIVE_INFINITY;
