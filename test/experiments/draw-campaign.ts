import type { ArmPerson } from '../../src/core/experiments/arm-person.ts';
import { knownSizeInterval, type Look } from '../../src/core/experiments/known-size-interval.ts';
import { type Blocks, type Outcomes, type PerArm, pairUp } from '../../src/core/experiments/outcomes.ts';
import type { Random } from '../../src/core/simulate/people/random.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';

export const EVEN: PerArm = { first: 1, other: 1 };

export interface DrawnArms {
  readonly outcomes: { readonly first: Outcomes; readonly other: Outcomes };
  readonly blocks: Blocks;
}

/** Two arms with so many people each, who do it at these rates. */
export function drawArms(random: Random, people: number, rates: PerArm): DrawnArms {
  const drawn = (rate: number) => Array.from({ length: people }, () => random() < rate);
  const outcomes = { first: drawn(rates.first), other: drawn(rates.other) };
  return { outcomes, blocks: pairUp(outcomes, EVEN) };
}

/** A look after each pair; `size` says how many people of both arms are known to come when so many pairs are judged. */
export const looksAfterEach = (people: number, size: (pairs: number) => number): Look[] =>
  Array.from({ length: people }, (_, n) => ({ blocks: n + 1, judged: 2 * n + 2, size: size(n) }));

/** Twice more people come than were known of. */
export const growing = (pairs: number): number => (pairs < 60 ? 200 : pairs < 200 ? 500 : 800);

export function isCalled(blocks: Blocks, looks: readonly Look[]): boolean {
  const { lower, upper } = knownSizeInterval(blocks, looks);
  return lower > 0 || upper < 0;
}

/** The quantile of a usual test at 5 %, both sides. */
const Z = 1.959964;

/** Tells what one look at the end says, by a usual z test. */
export function isCalledOnce({ first, other }: DrawnArms['outcomes']): boolean {
  const [one, two] = [first, other].map((outcomes) => outcomes.filter(Boolean).length);
  const people = first.length;
  const pooled = ((one ?? 0) + (two ?? 0)) / (2 * people);
  const error = Math.sqrt(2 * people * pooled * (1 - pooled));
  return error > 0 && Math.abs((two ?? 0) - (one ?? 0)) > Z * error;
}

/** People of several arms that are the same: of ten who reply four do so positively, and unsubscribes and bounces come too. */
export function drawEqualArms(random: Random, arms: readonly string[], each: number): ArmPerson[] {
  return Array.from({ length: each }, (_, n) => n).flatMap((n) =>
    arms.map((arm): ArmPerson => {
      const at = n * HOUR;
      const did = (rate: number) => (random() < rate ? at + DAY : null);
      const replied_at = did(0.2);
      return {
        ...{ arm, entered_at: at, contacted_at: at, replied_at, accepted_at: did(0.3) },
        positive_at: replied_at === null ? null : random() < 0.4 ? replied_at : null,
        ...{ unsubscribed_at: did(0.03), bounced_at: did(0.05) },
      };
    }),
  );
}
