import { HOUR } from '../../shared/kit/duration.ts';
import { groupBy } from '../../shared/kit/group-by.ts';
import type { ArmPerson } from './arm-person.ts';

export interface Arm {
  readonly name: string;
  readonly weight: number;
}

/** Counts of people. */
export interface ArmFigures extends Arm {
  readonly entered: number;
  readonly contacted: number;
  readonly accepted: number;
  readonly replied: number;
  /** Null: nobody says what the answers are. */
  readonly positive: number | null;
  readonly unsubscribed: number;
  readonly bounced: number;
  /** From the first contact to the reply, in hours; null: nobody has replied. */
  readonly median_hours_to_reply: number | null;
}

/** Counts what the people of each arm did. */
export function countArms(arms: readonly Arm[], people: readonly ArmPerson[]): ArmFigures[] {
  const byArm = groupBy(people, ({ arm }) => arm);
  const isLabeled = people.every(({ positive_at }) => positive_at !== undefined);
  return arms.map(({ name, weight }) => ({ name, weight, ...figuresOf(byArm.get(name) ?? [], isLabeled) }));
}

function figuresOf(people: readonly ArmPerson[], isLabeled: boolean): Omit<ArmFigures, keyof Arm> {
  const counts = { contacted: 0, accepted: 0, replied: 0, positive: 0, unsubscribed: 0, bounced: 0 };
  const took: number[] = [];
  for (const person of people) {
    if (person.contacted_at !== null) counts.contacted++;
    if (person.accepted_at !== null) counts.accepted++;
    if (person.replied_at !== null) counts.replied++;
    if ((person.positive_at ?? null) !== null) counts.positive++;
    if (person.unsubscribed_at !== null) counts.unsubscribed++;
    if (person.bounced_at !== null) counts.bounced++;
    if (person.contacted_at !== null && person.replied_at !== null) took.push(person.replied_at - person.contacted_at);
  }
  return {
    entered: people.length,
    ...counts,
    positive: isLabeled ? counts.positive : null,
    median_hours_to_reply: medianOf(took.sort((a, b) => a - b)),
  };
}

function medianOf(sorted: readonly number[]): number | null {
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : hoursBetween(low, high);
}

/** The hours in the middle of two times, which are milliseconds. */
export const hoursBetween = (low: number, high: number): number =>
  Math.round(((low / HOUR + high / HOUR) / 2) * 10) / 10;
