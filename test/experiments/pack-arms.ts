import { type ArmPeople, OUTCOME_BITS } from '../../src/core/experiments/arm-people.ts';
import type { ArmPerson } from '../../src/core/experiments/arm-person.ts';
import { type Arm, countArms } from '../../src/core/experiments/count-arms.ts';

interface Judging {
  /** Milliseconds after the first contact. */
  readonly window: number;
  readonly now: number;
}

/** The people of each arm as they are judged, of people in the order in which they took one. */
export const packArms = (arms: readonly Arm[], people: readonly ArmPerson[], judging: Judging): ArmPeople[] =>
  countArms(arms, people).map(({ name, weight: _, ...figures }) => {
    const judged = judgedOf(people, name, judging);
    return {
      figures,
      judged: {
        outcomes: Uint8Array.from(judged, ({ person, until }) => bitsOf(person, until)),
        until: Float64Array.from(judged, ({ until }) => until),
      },
    };
  });

function judgedOf(people: readonly ArmPerson[], name: string, { window, now }: Judging) {
  return people
    .flatMap((person) =>
      person.arm === name && person.contacted_at !== null ? [{ person, until: person.contacted_at + window }] : [],
    )
    .filter(({ until }) => until <= now)
    .sort((a, b) => a.until - b.until);
}

function bitsOf(person: ArmPerson, until: number): number {
  const bit = (at: number | null | undefined, one: number) => ((at ?? Number.POSITIVE_INFINITY) <= until ? one : 0);
  return (
    bit(person.positive_at, OUTCOME_BITS.positive) |
    bit(person.replied_at, OUTCOME_BITS.replied) |
    bit(person.accepted_at, OUTCOME_BITS.accepted) |
    bit(person.unsubscribed_at, OUTCOME_BITS.unsubscribed) |
    bit(person.bounced_at, OUTCOME_BITS.bounced)
  );
}
