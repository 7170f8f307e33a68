import { localWeek } from '../../src/calendar/local-day.ts';
import { nextFreeSlot, type Slot } from '../../src/calendar/next-free-slot.ts';
import type { Cap, LimitClass, Plan, Schedule } from '../../src/plan/plan.ts';
import type { Queryable } from '../../src/postgres/database.ts';
import type { AccountRow } from '../../src/store/accounts/account.ts';
import { findAccountSlots } from '../../src/store/slots/find-slots.ts';
import type { SlotRow, StepPlace } from '../../src/store/slots/slot.ts';
import { drawBetween } from './draw.ts';

export type AccountSlot = SlotRow & { readonly sequence: string };

/** Whose place is looked for, and under which rules. */
export interface PlaceQuestion {
  readonly step: StepPlace;
  readonly sequence: string;
  readonly plan: Plan;
  readonly account: Pick<AccountRow, 'id' | 'daily_limit'>;
  readonly account_zone: string;
  /** The zone that the schedule's hours are read in. */
  readonly zone: string;
  /** Null: the step sends nothing, and is bounded by its credits alone. */
  readonly limit_class: LimitClass | null;
  readonly credits: number;
}

const SENDS: ReadonlySet<string> = new Set<LimitClass>(['invite', 'message', 'inmail', 'email']);
const ANY_TIME: Pick<Schedule, 'hours' | 'spacing'> = { hours: null, spacing: null };

/** The caps of a class: those of the sequence, and a mailbox's own daily limit. */
export function capsOf(question: Pick<PlaceQuestion, 'plan' | 'account'>, limitClass: LimitClass): readonly Cap[] {
  const caps = question.plan.limits[limitClass] ?? [];
  const own = limitClass === 'email' ? question.account.daily_limit : null;
  return own === null ? caps : [...caps, { count: own, per: 'day' }];
}

/** The classes in which the step takes a place. */
export function classesOf({ limit_class, credits, plan }: PlaceQuestion): LimitClass[] {
  const spends = credits > 0 && plan.limits.credits !== undefined;
  return [...(limit_class === null ? [] : [limit_class]), ...(spends ? ['credits' as const] : [])];
}

/** All places that caps and distances at `now` and later depend on. */
export async function readAccountSlots(tx: Queryable, question: PlaceQuestion, now: number): Promise<AccountSlot[]> {
  return findAccountSlots(tx, question.account.id, localWeek(now, question.account_zone));
}

/** The earliest place at or after `after` that all classes of the step allow; null when there is none in sight. */
export function findPlace(question: PlaceQuestion, slots: readonly AccountSlot[], after: number): Slot | null {
  const rules = classesOf(question).map((limitClass) => ruleOf(question, slots, limitClass));
  // Each rule can only push the place back; what every rule leaves in peace is the answer.
  for (let at = after; ; ) {
    const asked = at;
    let place: Slot | null = null;
    for (const rule of rules) {
      place = nextFreeSlot({ ...rule, after: at });
      if (!place) return null;
      at = place.at;
    }
    if (at === asked || rules.length < 2) return place;
  }
}

function ruleOf(question: PlaceQuestion, slots: readonly AccountSlot[], limitClass: LimitClass) {
  const { plan, step } = question;
  const others = slots.filter((slot) => !isOf(slot, step));
  const counted = others.filter(
    (slot) => slot.limit_class === limitClass && (limitClass !== 'credits' || slot.sequence === question.sequence),
  );
  const spaced = SENDS.has(limitClass) && plan.schedule.spacing !== null;
  return {
    schedule: limitClass === 'credits' ? { ...plan.schedule, ...ANY_TIME } : plan.schedule,
    timezone: question.zone,
    accountZone: question.account_zone,
    caps: capsOf(question, limitClass),
    taken: counted.map(({ at, local_day, local_week }) => ({ at: at.getTime(), local_day, local_week })),
    others: spaced
      ? others
          .filter((slot) => SENDS.has(slot.limit_class) && slot.limit_class !== limitClass)
          .map(({ at }) => at.getTime())
      : [],
    gap:
      spaced && plan.schedule.spacing
        ? drawBetween(plan.schedule.spacing, `${step.enrollment_id}/${step.node}/${step.visit}`)
        : 0,
  };
}

export const isOf = (slot: StepPlace, step: StepPlace): boolean =>
  slot.enrollment_id === step.enrollment_id && slot.node === step.node && slot.visit === step.visit;
