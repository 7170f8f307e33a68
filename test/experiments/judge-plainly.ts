import { type ArmPerson, GUARDS, type Guard, METRICS, type Metric } from '../../src/core/experiments/arm-person.ts';
import { type Arm, countArms } from '../../src/core/experiments/count-arms.ts';
import { differenceInterval } from '../../src/core/experiments/difference-interval.ts';
import type { JudgedSplit } from '../../src/core/experiments/judge-split.ts';
import type { KnownSize } from '../../src/core/experiments/known-size.ts';
import { knownSizeInterval, type Look } from '../../src/core/experiments/known-size-interval.ts';
import { type PerArm, pairUp } from '../../src/core/experiments/outcomes.ts';
import { checkSampleRatio } from '../../src/core/experiments/sample-ratio.ts';

interface Question {
  readonly arms: readonly Arm[];
  /** In the order in which they took an arm. */
  readonly people: readonly ArmPerson[];
  /** Milliseconds. */
  readonly window: number;
  readonly now: number;
  readonly first: Metric;
  readonly size: KnownSize | null;
}

const RISK = 0.05;
const SHARES = [0.85, 0.1, 0.05];

/** Judges a split person by person, with an object for each: what `judgeSplit` says of packed ones. */
export function judgePlainly({ arms, people, window, now, first: decides, size }: Question): JudgedSplit {
  const judgedOf = (name: string) => judgedAmong(people, { name, window, now });
  const all = arms.flatMap(({ name }) => judgedOf(name).map(({ until }) => until));
  const [first, ...others] = arms;
  const compare = <By extends Metric | Guard>(metric: By, other: Arm, against: Arm, risk: number) => {
    const [one, two] = [judgedOf(against.name), judgedOf(other.name)];
    const outcomesOf = (judged: typeof one) =>
      judged.map(({ person, until }) => (person[`${metric}_at`] ?? Number.POSITIVE_INFINITY) <= until);
    const outcomes = { first: outcomesOf(one), other: outcomesOf(two) };
    const sizes = sizesOf(against, other);
    const times = { all, first: one.map(({ until }) => until), other: two.map(({ until }) => until) };
    const blocks = pairUp(outcomes, sizes);
    const interval =
      size === null
        ? differenceInterval(blocks, risk)
        : knownSizeInterval(blocks, looksPlainly(size, times, sizes, now), risk);
    const rateOf = (happened: readonly boolean[]) =>
      happened.length === 0 ? 0 : happened.filter(Boolean).length / happened.length;
    return {
      ...{ arm: other.name, against: against.name, metric },
      judged: { first: one.length, other: two.length },
      rates: { first: rateOf(outcomes.first), other: rateOf(outcomes.other) },
      ...interval,
      risk,
      more: interval.lower > 0 ? other.name : interval.upper < 0 ? against.name : null,
    };
  };
  const compareAll = <By extends Metric | Guard>(metric: By, share: number) =>
    first === undefined ? [] : others.map((other) => compare(metric, other, first, (RISK * share) / others.length));
  const metrics = [decides, ...METRICS.filter((metric) => metric !== decides)];
  const last = size && looksPlainly(size, { all, first: [], other: [] }, { first: 1, other: 1 }, now).at(-1);
  return {
    arms: countArms(arms, people),
    sample_ratio: checkSampleRatio(
      arms.map(({ name, weight }) => ({ weight, people: people.filter(({ arm }) => arm === name).length })),
    ),
    comparisons: metrics.flatMap((metric, n) => compareAll(metric, SHARES[n] ?? 0)),
    guards: GUARDS.flatMap((guard) => compareAll(guard, 1 / GUARDS.length)),
    size: size && { judged: last?.judged ?? 0, people: last?.size ?? 0 },
  };
}

interface Judging {
  readonly name: string;
  readonly window: number;
  readonly now: number;
}

const judgedAmong = (people: readonly ArmPerson[], { name, window, now }: Judging) =>
  people
    .filter(({ arm }) => arm === name)
    .flatMap((person) => (person.contacted_at === null ? [] : [{ person, until: person.contacted_at + window }]))
    .filter(({ until }) => until <= now)
    .sort((a, b) => a.until - b.until);

function sizesOf(first: Arm, other: Arm): PerArm {
  const whole = (times: number) => Math.min(10, Math.max(1, Math.round(times)));
  return { first: whole(first.weight / other.weight), other: whole(other.weight / first.weight) };
}

type Times = Readonly<Record<'all' | 'first' | 'other', readonly number[]>>;

function looksPlainly({ counts, left }: KnownSize, judged: Times, sizes: PerArm, now: number): Look[] {
  // The first count holds from the beginning.
  const begun = counts.length > 0 ? [Number.NEGATIVE_INFINITY] : [];
  const later = counts.slice(1).map(({ at }) => at);
  const times = [...begun, ...judged.all, ...Array.from(left), ...later].filter((at) => at <= now);
  const inOrder = [...new Set(times)].sort((a, b) => a - b);
  return inOrder.map((time) => {
    const until = (among: readonly number[]) => among.filter((at) => at <= time).length;
    const people = counts.filter(({ at }, n) => n === 0 || at <= time).at(-1)?.people ?? 0;
    const blocks = Math.min(
      Math.floor(until(judged.first) / sizes.first),
      Math.floor(until(judged.other) / sizes.other),
    );
    return { blocks, judged: until(judged.all), size: Math.max(until(judged.all), people - until(Array.from(left))) };
  });
}
