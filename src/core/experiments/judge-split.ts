import { type ArmPeople, type JudgedPeople, OUTCOME_BITS } from './arm-people.ts';
import { GUARDS, type Guard, METRICS, type Metric } from './arm-person.ts';
import type { Arm, ArmFigures } from './count-arms.ts';
import { type DifferenceInterval, differenceInterval } from './difference-interval.ts';
import { type KnownSize, looksAt } from './known-size.ts';
import { knownSizeInterval } from './known-size-interval.ts';
import { type PerArm, pairUpBits } from './outcomes.ts';
import { checkSampleRatio, type SampleRatio } from './sample-ratio.ts';

/** An arm held against the first one, by what came of those whose days are over. */
export interface Comparison<By = Metric> extends DifferenceInterval {
  readonly arm: string;
  readonly against: string;
  readonly metric: By;
  /** People whose days are over, and their rates from 0 to 1: of the arm and of the one that it is held against. */
  readonly judged: PerArm;
  readonly rates: PerArm;
  /** The chance that the interval is ever wrong: each of several comparisons has its share. */
  readonly risk: number;
  /** Which arm does it more often, once the interval leaves out 0. */
  readonly more: string | null;
}

/** How many people of the split are judged, of how many that will be, as far as is known. */
export interface SizeNow {
  readonly judged: number;
  readonly people: number;
}

export interface JudgedSplit {
  readonly arms: readonly ArmFigures[];
  readonly sample_ratio: SampleRatio;
  readonly comparisons: readonly Comparison[];
  /** Comparisons of the harms that an arm must not bring, whatever else it brings. */
  readonly guards: readonly Comparison<Guard>[];
  /** Null: nobody knows who will come. */
  readonly size: SizeNow | null;
}

export interface SplitQuestion {
  readonly arms: readonly Arm[];
  /** Those of each arm, in the order of the arms. A person is judged so many days after the first contact, whatever came until then, and not before. */
  readonly people: readonly ArmPeople[];
  readonly now: number;
  /** Which metric is looked at first, and gets most of the chance to be wrong. */
  readonly first?: Metric;
  /** Null: more people may always come. */
  readonly size?: KnownSize | null;
  /** The chance that anything is ever called of equal arms, of all metrics and arms together; and as much that a guard is. */
  readonly risk?: number;
}

/** The shares of the chance to be wrong that the first metric, the second and the third get. */
const SHARES = [0.85, 0.1, 0.05];

interface JudgedArm extends Arm, JudgedPeople {}

/** Judges what the arms of a split have brought, and what can be said of their differences. */
export function judgeSplit(question: SplitQuestion): JudgedSplit {
  const { arms, people, now, first: decides = 'positive', size = null, risk = 0.05 } = question;
  const of = (n: number): ArmPeople => people[n] ?? NOBODY;
  const [first, ...others] = arms.map((arm, n): JudgedArm => ({ ...arm, ...of(n).judged }));
  const all = size === null ? new Float64Array() : timesOf([...(first ? [first] : []), ...others]);
  const looks = new Map(
    first && size
      ? others.map((other) => [
          other.name,
          looksAt(size, { all, first: first.until, other: other.until }, blockSizes(first, other), now),
        ])
      : [],
  );
  const compare = <By extends Metric | Guard>(
    metric: By,
    other: JudgedArm,
    against: JudgedArm,
    share: number,
  ): Comparison<By> => {
    const bit = OUTCOME_BITS[metric];
    const blocks = pairUpBits({ first: against.outcomes, other: other.outcomes }, bit, blockSizes(against, other));
    const known = looks.get(other.name);
    const interval = known === undefined ? differenceInterval(blocks, share) : knownSizeInterval(blocks, known, share);
    return {
      ...{ arm: other.name, against: against.name, metric },
      judged: { first: against.outcomes.length, other: other.outcomes.length },
      rates: { first: rateOf(against.outcomes, bit), other: rateOf(other.outcomes, bit) },
      ...interval,
      risk: share,
      more: interval.lower > 0 ? other.name : interval.upper < 0 ? against.name : null,
    };
  };
  // Where several arms are held against the first, each has its share of the chance to be wrong.
  const compareAll = <By extends Metric | Guard>(metric: By, share: number) =>
    first ? others.map((other) => compare(metric, other, first, (risk * share) / others.length)) : [];
  const metrics = [decides, ...METRICS.filter((metric) => metric !== decides)];
  return {
    arms: arms.map((arm, n) => ({ ...arm, ...of(n).figures })),
    sample_ratio: checkSampleRatio(arms.map(({ weight }, n) => ({ weight, people: of(n).figures.entered }))),
    comparisons: metrics.flatMap((metric, n) => compareAll(metric, SHARES[n] ?? 0)),
    guards: GUARDS.flatMap((guard) => compareAll(guard, 1 / GUARDS.length)),
    size: size && sizeNow(size, all, now),
  };
}

const NOBODY: ArmPeople = {
  figures: {
    ...{ entered: 0, contacted: 0, accepted: 0, replied: 0, positive: 0, unsubscribed: 0, bounced: 0 },
    median_hours_to_reply: null,
  },
  judged: { outcomes: new Uint8Array(), until: new Float64Array() },
};

function sizeNow(size: KnownSize, all: Float64Array, now: number): SizeNow {
  const last = looksAt(size, { all, first: [], other: [] }, { first: 1, other: 1 }, now).at(-1);
  return { judged: last?.judged ?? 0, people: last?.size ?? 0 };
}

/** When the days of everybody were over, whichever arm they took. */
function timesOf(arms: readonly JudgedPeople[]): Float64Array {
  const all = new Float64Array(arms.reduce((sum, { until }) => sum + until.length, 0));
  let at = 0;
  for (const { until } of arms) {
    all.set(until, at);
    at += until.length;
  }
  return all;
}

function rateOf(outcomes: Uint8Array, bit: number): number {
  let successes = 0;
  for (const one of outcomes) if ((one & bit) !== 0) successes++;
  return outcomes.length === 0 ? 0 : successes / outcomes.length;
}

/** Few people per block, about as the weights are: 50 and 50 are 1 and 1, 70 and 30 are 2 and 1. */
function blockSizes(first: Arm, other: Arm): PerArm {
  const ratio = first.weight / other.weight;
  const whole = (times: number) => Math.min(10, Math.max(1, Math.round(times)));
  return { first: whole(ratio), other: whole(1 / ratio) };
}
