import { LIMIT_NOUNS } from '../../language/plan/limit-class.ts';
import { isSendClass } from '../../language/plan/node-traits.ts';
import type { LimitClass, Plan } from '../../language/plan/plan.ts';
import { DAY } from '../../shared/kit/duration.ts';
import { type AccountRules, lowestOf, ownCap, takenElsewhere, warmUpCap } from './caps.ts';
import { moreInMails } from './inmail-stock.ts';
import { dayName, dayNumber, weekdayOf, weekName } from './local-day.ts';
import { openWindows } from './open-windows.ts';

/** How much of a class an account may send on a day, and how much of that is taken. */
export interface DayCapacity {
  /** The most that any of the sequences may send; null: nothing limits it. */
  readonly cap: number | null;
  readonly used: number;
  readonly booked: number;
  /** The source of `cap`, in words. Absent: nothing limits it. */
  readonly limited_by?: string;
  /** For InMails with a known stock: how many are left for this day and all days before it, beside those that are booked. */
  readonly left?: number;
}

export interface CapacityDay {
  readonly date: string;
  /** Whether any of the sequences sends on that day at all. */
  readonly open: boolean;
  readonly classes: { readonly [limit in LimitClass]?: DayCapacity };
}

/** Slots of a class on a local day. */
export interface SlotCount {
  readonly limit_class: LimitClass;
  readonly local_day: string;
  readonly used: number;
  readonly booked: number;
}

export interface CapacityQuestion {
  readonly account: AccountRules;
  /** The plans of the sequences that send from it; none: only what the account itself allows counts. */
  readonly plans: readonly Pick<Plan, 'limits' | 'schedule' | 'warm_up'>[];
  readonly classes: readonly LimitClass[];
  /** From the Monday before the first day on. */
  readonly counts: readonly SlotCount[];
  readonly from: number;
  readonly days: number;
}

const ANY_PLAN: CapacityQuestion['plans'] = [
  { limits: {}, schedule: { timezone: 'UTC', fallback_timezone: 'UTC', hours: null, spacing: null } },
];

/** The account's days from `from` on. */
export function capacityOf(question: CapacityQuestion): CapacityDay[] {
  const { account } = question;
  const first = dayNumber(question.from, account.zone);
  return Array.from({ length: question.days }, (_, index) => {
    const day = first + index;
    const classes = question.classes.map((limitClass) => [limitClass, capacityOn(question, limitClass, day)] as const);
    const open = plansOf(question).some((plan) => isOpenOn(plan, account, day));
    return { date: dayName(day), open, classes: Object.fromEntries(classes) };
  });
}

const plansOf = ({ plans }: CapacityQuestion) => (plans.length > 0 ? plans : ANY_PLAN);

function capacityOn(question: CapacityQuestion, limitClass: LimitClass, day: number): DayCapacity {
  const counts = question.counts.filter((count) => count.limit_class === limitClass);
  const today = counts.find(({ local_day }) => local_day === dayName(day)) ?? { used: 0, booked: 0 };
  const { used, booked } = today;
  const week = Array.from({ length: 7 }, (_, index) => dayName(day - weekdayOf(day) + index));
  const ofWeek = counts
    .filter(({ local_day }) => week.includes(local_day))
    .reduce((sum, count) => sum + count.used + count.booked, 0);
  const limits = plansOf(question).map((plan) => limitOf(question, plan, limitClass, day, used + booked, ofWeek));
  // Sequences share the slots, but each has credits of its own.
  const most =
    limitClass === 'credits'
      ? { count: limits.reduce((sum, { count }) => sum + count, 0), of: 'its sequences together' }
      : limits.reduce((one, other) => (other.count > one.count ? other : one));
  const left = limitClass === 'inmail' ? inMailsLeft(question, counts, day) : null;
  const stock = { count: used + booked + (left ?? Number.POSITIVE_INFINITY), of: 'the InMails that it has left' };
  const { count: cap, of } = lower(most, stock);
  const isLimited = Number.isFinite(cap);
  return {
    ...{ cap: isLimited ? cap : null, used, booked },
    ...(isLimited ? { limited_by: of } : {}),
    ...(left === null ? {} : { left }),
  };
}

/** How many, and whose limit that is. */
interface NamedLimit {
  readonly count: number;
  readonly of: string;
}

/** Takes the lower limit; between two that are the same, the one that was named first. */
const lower = (one: NamedLimit, other: NamedLimit): NamedLimit => (other.count < one.count ? other : one);

function inMailsLeft(
  { account: { inmail_stock: stock } }: CapacityQuestion,
  counts: readonly SlotCount[],
  day: number,
): number | null {
  if (!stock) return null;
  const noon = (name: string): number => Date.parse(`${name}T12:00:00Z`);
  const booked = counts.flatMap((count) => Array.from({ length: count.booked }, () => noon(count.local_day)));
  return moreInMails(stock, booked, noon(dayName(day)));
}

function limitOf(
  { account, from, counts }: CapacityQuestion,
  plan: CapacityQuestion['plans'][number],
  limitClass: LimitClass,
  day: number,
  taken: number,
  takenInWeek: number,
): NamedLimit {
  const noun = LIMIT_NOUNS[limitClass];
  const elsewhere = takenElsewhere(account, limitClass, dayName(day));
  const own = ownCap(account, limitClass, 'day') ?? Number.POSITIVE_INFINITY;
  const tolerated = account.profile?.caps[limitClass];
  const tier = account.profile?.name ?? 'its network';
  const limits: NamedLimit[] = [
    { count: lowestOf(plan.limits[limitClass], 'day'), of: `the ${noun} a day of its sequence` },
    {
      count: Math.max(0, own - elsewhere),
      of: `the mailbox's own limit${elsewhere > 0 ? `, less ${elsewhere} sent by other tools` : ''}`,
    },
    { count: warmUpCap(plan, limitClass, day, firstDayOf(account, counts, from)), of: 'its warm-up' },
    { count: lowestOf(tolerated, 'day'), of: `what ${tier} tolerates a day` },
    {
      count: Math.max(0, lowestOf(plan.limits[limitClass], 'week') - takenInWeek + taken),
      of: `what is left of the ${noun} a week of its sequence`,
    },
    {
      count: Math.max(0, lowestOf(tolerated, 'week') - takenInWeek + taken),
      of: `what is left of the week that ${tier} tolerates`,
    },
  ];
  return limits.reduce(lower);
}

function isOpenOn({ schedule }: Pick<Plan, 'schedule'>, { zone }: AccountRules, day: number): boolean {
  const hours = schedule.timezone === 'lead' ? schedule.fallback_timezone : schedule.timezone;
  // A local day lies in at most three days of UTC.
  return [-1, 0, 1].some((offset) =>
    openWindows(day + offset, schedule, hours, zone).some((window) => window.account_day === day),
  );
}

/** When the warm-up began: with the first send, or the first booked one; otherwise it would begin today. */
function firstDayOf(account: AccountRules, counts: readonly SlotCount[], from: number): number {
  if (account.first_send_at !== null) return dayNumber(account.first_send_at, account.zone);
  const booked = counts
    .filter(({ limit_class }) => isSendClass(limit_class))
    .map(({ local_day }) => Date.parse(local_day));
  return booked.length > 0 ? Math.min(...booked) / DAY : dayNumber(from, account.zone);
}

/** The Monday from which counts are needed. */
export const capacityWeek = ({ zone }: Pick<AccountRules, 'zone'>, from: number): string =>
  weekName(dayNumber(from, zone));
