import { DAY } from '../../shared/kit/duration.ts';
import { groupBy } from '../../shared/kit/group-by.ts';
import { type ArmPerson, METRICS, type Metric } from './arm-person.ts';
import { type Arm, type ArmFigures, countArms } from './count-arms.ts';
import { type DifferenceInterval, differenceInterval } from './difference-interval.ts';
import { type Outcomes, type PerArm, pairUp } from './outcomes.ts';
import { checkSampleRatio, type SampleRatio } from './sample-ratio.ts';

/** An arm held against the first one, by what came of those whose days are over. */
export interface Comparison extends DifferenceInterval {
  readonly arm: string;
  readonly against: string;
  readonly metric: Metric;
  /** People whose days are over, and their rates from 0 to 1: of the arm and of the one that it is held against. */
  readonly judged: PerArm;
  readonly rates: PerArm;
  /** The chance that the interval is ever wrong: each of several comparisons has its share. */
  readonly risk: number;
  /** Which arm does better, once the interval leaves out 0. */
  readonly better: string | null;
}

export interface JudgedSplit {
  readonly arms: readonly ArmFigures[];
  readonly sample_ratio: SampleRatio;
  readonly comparisons: readonly Comparison[];
}

interface Question {
  readonly arms: readonly Arm[];
  readonly people: readonly ArmPerson[];
  /** A person is judged so many days after the first contact, whatever came until then, and not before. */
  readonly window_days: number;
  readonly now: number;
  /** The chance that any interval of one metric is ever wrong. */
  readonly risk?: number;
}

/** What the arms of a split have brought, and what can be said of their differences. */
export function judgeSplit({ arms, people, window_days, now, risk = 0.05 }: Question): JudgedSplit {
  const byArm = groupBy(people, ({ arm }) => arm);
  const of = ({ name }: Arm) => byArm.get(name) ?? [];
  const [first, ...others] = arms;
  const compare = (metric: Metric, other: Arm, against: Arm): Comparison => {
    const how = { metric, window: window_days * DAY, now };
    const outcomes = { first: outcomesOf(of(against), how), other: outcomesOf(of(other), how) };
    // Where several arms are held against the first, each has its share of the chance to be wrong.
    const share = risk / others.length;
    const interval = differenceInterval(pairUp(outcomes, blockSizes(against, other)), share);
    return {
      ...{ arm: other.name, against: against.name, metric },
      judged: { first: outcomes.first.length, other: outcomes.other.length },
      rates: { first: rateOf(outcomes.first), other: rateOf(outcomes.other) },
      ...interval,
      risk: share,
      better: interval.lower > 0 ? other.name : interval.upper < 0 ? against.name : null,
    };
  };
  return {
    arms: countArms(arms, people),
    sample_ratio: checkSampleRatio(arms.map((arm) => ({ weight: arm.weight, people: of(arm).length }))),
    comparisons: first ? METRICS.flatMap((metric) => others.map((other) => compare(metric, other, first))) : [],
  };
}

interface Judging {
  readonly metric: Metric;
  /** Milliseconds. */
  readonly window: number;
  readonly now: number;
}

/**
 * Of those whose days are over, in the order of their first contact. Who does it sooner is judged no sooner, else the arm whose people
 * are quick would look better than it is.
 */
function outcomesOf(people: readonly ArmPerson[], { metric, window, now }: Judging): Outcomes {
  return people
    .flatMap((person) => (person.contacted_at === null ? [] : [{ until: person.contacted_at + window, person }]))
    .filter(({ until }) => until <= now)
    .sort((a, b) => a.until - b.until)
    .map(({ until, person }) => {
      const at = person[`${metric}_at`] ?? null;
      return at !== null && at <= until;
    });
}

const rateOf = (outcomes: Outcomes): number =>
  outcomes.length === 0 ? 0 : outcomes.filter(Boolean).length / outcomes.length;

/** Few people per block, about as the weights are: 50 and 50 are 1 and 1, 70 and 30 are 2 and 1. */
function blockSizes(first: Arm, other: Arm): PerArm {
  const ratio = first.weight / other.weight;
  const whole = (times: number) => Math.min(10, Math.max(1, Math.round(times)));
  return { first: whole(ratio), other: whole(1 / ratio) };
}
