import type { Guard, Metric } from './arm-person.ts';
import type { Comparison, SizeNow } from './judge-split.ts';
import { peopleNeeded } from './people-needed.ts';

const GETS: Readonly<Record<Metric | Guard, string>> = {
  positive: 'positive replies',
  replied: 'replies',
  accepted: 'acceptances',
  unsubscribed: 'unsubscribes',
  bounced: 'bounces',
};
/** Differences that somebody may be looking for, in points of a hundred. */
const WANTED = [10, 5, 2, 1];

/** The figures that stand beside a comparison. */
interface Beside {
  readonly size: SizeNow | null;
  readonly guards: readonly Comparison<Guard>[];
}

/** Explains a comparison in one sentence. */
export function sayComparison(comparison: Comparison, { size, guards }: Beside): string {
  const { arm, against, judged, more } = comparison;
  if (more !== null) {
    const also = guards.filter((guard) => guard.more === more).map(({ metric }) => GETS[metric]);
    const end =
      also.length === 0 ? '; you may stop' : `, but also more ${[...new Set(also)].join(' and ')}: weigh that first`;
    return `${sayMore(comparison)}${end}`;
  }
  if (Math.min(judged.first, judged.other) === 0) return `Too early: nobody of ${arm} or ${against} can be judged yet`;
  if (size === null) return `Too early: ${sayBetween(comparison)}${saysMore(comparison)}`;
  return size.judged < size.people
    ? `Too early: ${sayBetween(comparison)}; ${size.judged} of about ${size.people} people are judged`
    : `Nothing is proven, and all ${size.people} people are judged: ${sayBetween(comparison)}`;
}

/** The same of what an arm must not bring. */
export const sayGuard = (guard: Comparison<Guard>): string =>
  guard.more === null
    ? `Nothing is proven: ${sayBetween(guard)}`
    : `${sayMore(guard)}; see to it before more people get it`;

function sayMore({ arm, against, metric, more, lower, upper }: Comparison<Metric | Guard>): string {
  const ends = [lower, upper].map(Math.abs).sort((a, b) => a - b);
  return `${more} gets more ${GETS[metric]} than ${more === arm ? against : arm}: ${points(ends[0] ?? 0)} to ${points(ends[1] ?? 0)} points`;
}

const sayBetween = ({ arm, against, metric, lower, upper }: Comparison<Metric | Guard>): string =>
  `${arm} gets between ${points(-lower)} points fewer and ${points(upper)} more ${GETS[metric]} than ${against}`;

/** How many more people would show the largest difference for which there are too few. */
function saysMore({ judged, rates, risk }: Comparison): string {
  const people = Math.min(judged.first, judged.other);
  const base = (rates.first * judged.first + rates.other * judged.other) / (judged.first + judged.other);
  for (const wanted of WANTED) {
    const more = (peopleNeeded({ base, difference: wanted / 100, risk }) ?? people) - people;
    if (more > 0)
      return `; about ${more} more people per arm would show a difference of ${wanted} ${wanted === 1 ? 'point' : 'points'}`;
  }
  return '';
}

/** Percentage points: `9`, and below one point `0.4`. */
const points = (difference: number): string => {
  const value = Math.abs(difference) * 100;
  return String(value < 1 ? Math.round(value * 10) / 10 : Math.round(value));
};
