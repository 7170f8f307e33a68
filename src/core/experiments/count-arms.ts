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
  const having = (field: Exclude<keyof ArmPerson, 'arm'>) =>
    people.filter((person) => (person[field] ?? null) !== null).length;
  const hours = people
    .flatMap(({ contacted_at, replied_at }) =>
      contacted_at === null || replied_at === null ? [] : [(replied_at - contacted_at) / HOUR],
    )
    .sort((a, b) => a - b);
  return {
    entered: people.length,
    contacted: having('contacted_at'),
    accepted: having('accepted_at'),
    replied: having('replied_at'),
    positive: isLabeled ? having('positive_at') : null,
    unsubscribed: having('unsubscribed_at'),
    bounced: having('bounced_at'),
    median_hours_to_reply: medianOf(hours),
  };
}

function medianOf(sorted: readonly number[]): number | null {
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 10) / 10;
}
