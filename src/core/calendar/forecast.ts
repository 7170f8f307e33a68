import { isLimitClass } from '../../language/plan/limit-class.ts';
import type { LimitClass } from '../../language/plan/plan.ts';
import type { CapacityDay } from './capacity.ts';

/** Steps of a class that a group has still to take slots for, beside those it has booked. */
export interface Demand {
  readonly group: string;
  readonly weight: number;
  readonly steps: { readonly [limit in LimitClass]?: number };
}

/**
 * The day on which each group has its last slot; null: not within these days. This is an estimate: the free slots of each day are dealt
 * out by weight among the groups that still need some, and of hours and spacing only counts whether a day is open at all.
 */
export function forecast(days: readonly CapacityDay[], groups: readonly Demand[]): Map<string, string | null> {
  const ends = new Map<string, string | null>();
  for (const { group, steps } of groups) {
    ends.set(group, Object.values(steps).some((count) => count > 0) ? null : (days[0]?.date ?? null));
  }
  const classes = new Set(groups.flatMap(({ steps }) => Object.keys(steps).filter(isLimitClass)));
  const last = new Map<string, (string | null)[]>();
  for (const limitClass of classes) {
    for (const [group, day] of lastDays(days, groups, limitClass)) last.set(group, [...(last.get(group) ?? []), day]);
  }
  for (const [group, found] of last) {
    ends.set(group, found.includes(null) ? null : found.reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b), null));
  }
  return ends;
}

function lastDays(
  days: readonly CapacityDay[],
  groups: readonly Demand[],
  limitClass: LimitClass,
): Map<string, string | null> {
  const left = new Map(
    groups.flatMap(({ group, steps }) =>
      (steps[limitClass] ?? 0) > 0 ? [[group, steps[limitClass] ?? 0] as const] : [],
    ),
  );
  const ends = new Map<string, string | null>([...left.keys()].map((group) => [group, null]));
  let dealt = 0;
  for (const { date, open, classes } of days) {
    const capacity = classes[limitClass];
    if (!open || !capacity || left.size === 0) continue;
    const free = capacity.cap === null ? Number.POSITIVE_INFINITY : capacity.cap - capacity.used - capacity.booked;
    // A stock of InMails is shared by all days.
    const stock = capacity.left === undefined ? Number.POSITIVE_INFINITY : capacity.left - dealt;
    dealt += deal(Math.max(0, Math.min(free, stock)), groups, left);
    for (const [group, count] of left) {
      // Shares are fractions; what is less than one millionth of a step is none.
      if (count > 1e-6) continue;
      left.delete(group);
      ends.set(group, date);
    }
  }
  return ends;
}

/** Deals out by weight; what one group does not need goes to the others. Returns how many were dealt out. */
function deal(free: number, groups: readonly Demand[], left: Map<string, number>): number {
  let rest = free;
  for (;;) {
    const needing = groups.filter(({ group }) => (left.get(group) ?? 0) > 0);
    const total = needing.reduce((sum, { weight }) => sum + weight, 0);
    if (needing.length === 0 || rest <= 1e-9) return free === Number.POSITIVE_INFINITY ? 0 : free - rest;
    if (rest === Number.POSITIVE_INFINITY) {
      for (const { group } of needing) left.set(group, 0);
      return 0;
    }
    let dealt = 0;
    for (const { group, weight } of needing) {
      const need = left.get(group) ?? 0;
      const given = Math.min(need, (rest * weight) / total);
      left.set(group, need - given);
      dealt += given;
    }
    rest -= dealt;
  }
}
