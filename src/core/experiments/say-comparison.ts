import type { Metric } from './arm-person.ts';
import type { Comparison } from './judge-split.ts';
import { peopleNeeded } from './people-needed.ts';

const GETS: Readonly<Record<Metric, string>> = {
  positive: 'positive replies',
  replied: 'replies',
  accepted: 'acceptances',
};
/** Differences that somebody may be looking for, in points of a hundred. */
const WANTED = [10, 5, 2, 1];

/** What a comparison means, in one sentence. */
export function sayComparison(comparison: Comparison): string {
  const { arm, against, metric, judged, better, lower, upper } = comparison;
  if (better !== null) {
    const ends = [lower, upper].map(Math.abs).sort((a, b) => a - b);
    return `${better} gets more ${GETS[metric]} than ${better === arm ? against : arm}: ${points(ends[0] ?? 0)} to ${points(ends[1] ?? 0)} points; you may stop`;
  }
  if (Math.min(judged.first, judged.other) === 0) return `Too early: nobody of ${arm} or ${against} can be judged yet`;
  const found = `${arm} gets between ${points(-lower)} points fewer and ${points(upper)} more ${GETS[metric]} than ${against}`;
  return `Too early: ${found}${saysMore(comparison)}`;
}

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

/** Of a hundred: `9`, and below one point `0.4`. */
const points = (difference: number): string => {
  const value = Math.abs(difference) * 100;
  return String(value < 1 ? Math.round(value * 10) / 10 : Math.round(value));
};
