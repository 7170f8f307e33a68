import { DAY } from '../../shared/kit/duration.ts';
import { groupBy } from '../../shared/kit/group-by.ts';
import { type ArmPerson, GUARDS, type Guard, METRICS, type Metric } from './arm-person.ts';
import { type Arm, type ArmFigures, countArms } from './count-arms.ts';
import { type DifferenceInterval, differenceInterval } from './difference-interval.ts';
import { type KnownSize, looksAt } from './known-size.ts';
import { knownSizeInterval } from './known-size-interval.ts';
import { type Outcomes, type PerArm, pairUp } from './outcomes.ts';
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
  readonly people: readonly ArmPerson[];
  /** A person is judged so many days after the first contact, whatever came until then, and not before. */
  readonly window_days: number;
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

/** Judges what the arms of a split have brought, and what can be said of their differences. */
export function judgeSplit(question: SplitQuestion): JudgedSplit {
  const { arms, people, window_days, now, first: decides = 'positive', size = null, risk = 0.05 } = question;
  const byArm = groupBy(people, ({ arm }) => arm);
  const of = ({ name }: Arm) => byArm.get(name) ?? [];
  const judged = new Map(arms.map((arm) => [arm.name, judgedAmong(of(arm), window_days * DAY, now)]));
  const judgedOf = ({ name }: Arm) => judged.get(name) ?? judgedAmong([], 0, now);
  const all = [...judged.values()].flatMap(({ until }) => until);
  const [first, ...others] = arms;
  const compare = <By extends Metric | Guard>(metric: By, other: Arm, against: Arm, share: number): Comparison<By> => {
    const [one, two] = [judgedOf(against), judgedOf(other)];
    const outcomes = { first: one.outcomes[metric], other: two.outcomes[metric] };
    const sizes = blockSizes(against, other);
    const blocks = pairUp(outcomes, sizes);
    const times = { all, first: one.until, other: two.until };
    const interval =
      size === null
        ? differenceInterval(blocks, share)
        : knownSizeInterval(blocks, looksAt(size, times, sizes, now), share);
    return {
      ...{ arm: other.name, against: against.name, metric },
      judged: { first: one.until.length, other: two.until.length },
      rates: { first: rateOf(outcomes.first), other: rateOf(outcomes.other) },
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
    arms: countArms(arms, people),
    sample_ratio: checkSampleRatio(arms.map((arm) => ({ weight: arm.weight, people: of(arm).length }))),
    comparisons: metrics.flatMap((metric, n) => compareAll(metric, SHARES[n] ?? 0)),
    guards: GUARDS.flatMap((guard) => compareAll(guard, 1 / GUARDS.length)),
    size: size && sizeNow(size, all, now),
  };
}

function sizeNow(size: KnownSize, all: readonly number[], now: number): SizeNow {
  const last = looksAt(size, { all, first: [], other: [] }, { first: 1, other: 1 }, now).at(-1);
  return { judged: last?.judged ?? 0, people: last?.size ?? 0 };
}

/** Those of an arm whose days are over, in the order of their first contact. */
interface Judged {
  /** When the days of each were over. */
  readonly until: readonly number[];
  /** Whether each did it by then, or had it done to them. */
  readonly outcomes: Readonly<Record<Metric | Guard, Outcomes>>;
}

/**
 * Judges those whose days are over. Who does it sooner is judged no sooner, else the arm whose people are quick would look better than it is. All is read of a person at once: a
 * large campaign's do not fit into what is near a core.
 */
function judgedAmong(people: readonly ArmPerson[], window: number, now: number): Judged {
  const judged = people
    .filter((person) => isContacted(person))
    .filter(({ contacted_at }) => contacted_at + window <= now)
    .sort((a, b) => a.contacted_at - b.contacted_at);
  const outcomes: Record<Metric | Guard, boolean[]> = {
    ...{ positive: [], replied: [], accepted: [], unsubscribed: [], bounced: [] },
  };
  for (const person of judged) {
    const until = person.contacted_at + window;
    outcomes.positive.push(isBy(until, person.positive_at));
    outcomes.replied.push(isBy(until, person.replied_at));
    outcomes.accepted.push(isBy(until, person.accepted_at));
    outcomes.unsubscribed.push(isBy(until, person.unsubscribed_at));
    outcomes.bounced.push(isBy(until, person.bounced_at));
  }
  return { until: judged.map(({ contacted_at }) => contacted_at + window), outcomes };
}

const isContacted = (person: ArmPerson): person is ArmPerson & { readonly contacted_at: number } =>
  person.contacted_at !== null;

const isBy = (until: number, at: number | null | undefined): boolean => (at ?? Number.POSITIVE_INFINITY) <= until;

const rateOf = (outcomes: Outcomes): number =>
  outcomes.length === 0 ? 0 : outcomes.filter(Boolean).length / outcomes.length;

/** Few people per block, about as the weights are: 50 and 50 are 1 and 1, 70 and 30 are 2 and 1. */
function blockSizes(first: Arm, other: Arm): PerArm {
  const ratio = first.weight / other.weight;
  const whole = (times: number) => Math.min(10, Math.max(1, Math.round(times)));
  return { first: whole(ratio), other: whole(1 / ratio) };
}
