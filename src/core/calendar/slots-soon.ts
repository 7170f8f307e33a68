import { isSendClass } from '../../language/plan/node-traits.ts';
import type { LimitClass, Plan } from '../../language/plan/plan.ts';
import { DAY } from '../../shared/kit/duration.ts';
import { type AccountRules, lowestCap, warmUpCap } from './caps.ts';
import { dayNumber } from './local-day.ts';

export interface SoonQuestion {
  readonly plan: Pick<Plan, 'limits' | 'warm_up' | 'schedule'>;
  readonly account: AccountRules;
  readonly limit_class: LimitClass;
  /** How long the walk takes to get to its slot, milliseconds. */
  readonly lead_time: number;
  readonly now: number;
}

/** How far ahead slots are filled. */
export const HORIZON = 2 * DAY;

/** A minimum, so that somebody is ready to follow whoever leaves. */
const FEWEST = 30;

/**
 * At most this many slots of a class can be taken within the horizon by people who begin now; Infinity where nothing limits it.
 * Never fewer than the calendar has: whoever is not among them could not act anyway, whatever happens to the others.
 */
export function slotsSoon({ plan, account, limit_class, lead_time, now }: SoonQuestion): number {
  const span = HORIZON + lead_time;
  const days = Math.ceil(span / DAY) + 1;
  const weeks = Math.ceil(days / 7) + 1;
  const question = { plan, account };
  const last = dayNumber(now, account.zone) + days;
  const first = account.first_send_at === null ? last - days : dayNumber(account.first_send_at, account.zone);
  const ofDay = Math.min(lowestCap(question, limit_class, 'day'), warmUpCap(plan, limit_class, last, first));
  const spacing = isSendClass(limit_class) ? (plan.schedule.spacing?.min ?? 0) : 0;
  const slots = Math.min(
    days * ofDay,
    weeks * lowestCap(question, limit_class, 'week'),
    spacing > 0 ? Math.ceil(span / spacing) + 1 : Number.POSITIVE_INFINITY,
  );
  return Math.max(FEWEST, slots);
}

/** Whether anything bounds the class of this account at all. */
export const isBounded = (question: Omit<SoonQuestion, 'lead_time' | 'now'>): boolean =>
  slotsSoon({ ...question, lead_time: 0, now: 0 }) < Number.POSITIVE_INFINITY;
