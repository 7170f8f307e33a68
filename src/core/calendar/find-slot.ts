import { isSendClass } from '../../language/plan/node-traits.ts';
import type { LimitClass, Plan } from '../../language/plan/plan.ts';
import { type AccountCalendar, type BookedSlot, domainList, listOf } from './account-calendar.ts';
import { type AccountRules, lowestCap, lowestOf, ownCap, takenElsewhere, warmUpCap } from './caps.ts';
import { drawBetween } from './draw.ts';
import { createFullDayCache } from './full-day-cache.ts';
import { hasInMail } from './inmail-stock.ts';
import { dayNumber } from './local-day.ts';
import { nextFreeSlot, type Slot, type SlotSearch } from './next-free-slot.ts';
import { windowsOf } from './open-windows.ts';

/** The step that needs a slot, and the rules for it. */
export interface SlotQuestion {
  /** `<enrollment>/<node>/<visit>`; the spacing to other sends is drawn from it. */
  readonly step: string;
  readonly sequence: string;
  /** Null or absent: it was enrolled by itself. */
  readonly campaign?: string | null;
  /** Weight of its campaign relative to the others; absent: 1. */
  readonly weight?: number;
  /** The step answers a person, so it goes before new contacts. */
  readonly urgent?: boolean;
  readonly plan: Pick<Plan, 'limits' | 'schedule' | 'warm_up' | 'emails_per_domain'>;
  readonly account: AccountRules;
  /** The zone that the schedule's hours are read in. */
  readonly zone: string;
  /** Null: the step sends nothing, and is bounded by its credits alone. */
  readonly limit_class: LimitClass | null;
  /** Domain of the recipient (email only). */
  readonly domain?: string | null;
  readonly credits: number;
  /** For an InMail: when none is left, the step waits for new ones. Absent: then there is no slot for it at all. */
  readonly waits_for_inmails?: boolean;
}

/** The classes in which the step takes a slot. */
export function classesOf({ limit_class, credits, plan }: Omit<SlotQuestion, 'step'>): LimitClass[] {
  const spends = credits > 0 && plan.limits.credits !== undefined;
  return [...(limit_class === null ? [] : [limit_class]), ...(spends ? (['credits'] as const) : [])];
}

/** How many slots of a class the step takes: one, or one for every credit. */
export const slotsNeeded = (limitClass: LimitClass, { credits }: Pick<SlotQuestion, 'credits'>): number =>
  limitClass === 'credits' ? credits : 1;

/** Lists the slots that go into the calendar when the step takes this one. */
export function bookedSlotsAt(question: SlotQuestion, { at, local_day, local_week }: Slot): BookedSlot[] {
  const { step, sequence, campaign = null, urgent = false, domain = null } = question;
  return classesOf(question).flatMap((limit_class) =>
    Array.from({ length: slotsNeeded(limit_class, question) }, () => ({
      step,
      sequence,
      campaign,
      urgent,
      limit_class,
      at,
      local_day,
      local_week,
      ...(limit_class === 'email' ? { domain } : {}),
    })),
  );
}

/**
 * The earliest slot at or after `after` that all classes of the step allow, as if it had none yet; null when there is none
 * in sight.
 */
export function findSlot(question: SlotQuestion, calendar: AccountCalendar, after: number): Slot | null {
  const own = calendar.remove(question.step);
  const searches = classesOf(question).map((limitClass) => searchOf(question, calendar, limitClass));
  searches.push(...searchesOfDomain(question, calendar));
  const slot = firstForAll(searches, after);
  for (const one of own) calendar.add(one);
  return slot;
}

function firstForAll(searches: readonly SlotSearch[], after: number): Slot | null {
  // Each search can only push the slot back; a time that none of them moves is the answer.
  for (let at = after; ; ) {
    const asked = at;
    let slot: Slot | null = null;
    for (const search of searches) {
      slot = nextFreeSlot(search, at);
      if (!slot) return null;
      at = slot.at;
    }
    if (at === asked || searches.length < 2) return slot;
  }
}

/** Credits may be spent at any hour and keep no spacing. */
const ANY_TIME = Object.freeze({ hours: null });

function searchOf(question: SlotQuestion, calendar: AccountCalendar, limitClass: LimitClass): SlotSearch {
  const { plan, account, zone } = question;
  const schedule = limitClass === 'credits' ? ANY_TIME : plan.schedule;
  const spacing = isSendClass(limitClass) ? plan.schedule.spacing : null;
  const list = listOf(limitClass, question.sequence);
  const firstDay = plan.warm_up && isSendClass(limitClass) ? firstSendDay(account, calendar) : null;
  const perDay = lowestCap(question, limitClass, 'day');
  const perWeek = lowestCap(question, limitClass, 'week');
  const needed = slotsNeeded(limitClass, question);
  const elsewhere = limitClass === 'email' ? (account.elsewhere?.count ?? 0) : 0;
  const ownLimit = ownCap(account, limitClass, 'day') ?? Number.POSITIVE_INFINITY;
  const stock = limitClass === 'inmail' ? (account.inmail_stock ?? null) : null;
  return {
    windows: windowsOf(schedule, zone, account.zone),
    hasSlot: ({ account_day, local_day, local_week, from }) =>
      calendar.onDay(list, local_day).length + needed <=
        Math.min(perDay, warmUpCap(plan, limitClass, account_day, firstDay)) &&
      (elsewhere === 0 ||
        calendar.onDay(list, local_day).length + takenElsewhere(account, limitClass, local_day) + needed <= ownLimit) &&
      (stock === null || hasInMail(stock, calendar, from)) &&
      (perWeek === Number.POSITIVE_INFINITY || calendar.countOfWeek(list, local_week) + needed <= perWeek),
    sends: calendar.sends,
    spacing: spacing ? drawBetween(spacing, question.step) : 0,
    full_days: calendar.fullDaysOf(
      [
        list,
        needed,
        identity(schedule),
        zone,
        account.zone,
        perDay,
        perWeek,
        firstDay,
        identity(plan.warm_up ?? ANY_TIME),
        ...(elsewhere > 0 ? [account.elsewhere?.local_day, elsewhere] : []),
        ...(stock ? [stock.left, stock.at, stock.per_month] : []),
      ].join(' '),
    ),
  };
}

/** Excludes the days on which the recipient's domain has had its most. Such lists are short, so their full days are not cached. */
function searchesOfDomain(question: SlotQuestion, calendar: AccountCalendar): SlotSearch[] {
  const { plan, account, zone } = question;
  const list = domainListOf(question);
  if (list === null) return [];
  const perDay = lowestOf(plan.emails_per_domain, 'day');
  const perWeek = lowestOf(plan.emails_per_domain, 'week');
  return [
    {
      windows: windowsOf(ANY_TIME, zone, account.zone),
      hasSlot: ({ local_day, local_week }) =>
        calendar.onDay(list, local_day).length < perDay && calendar.countOfWeek(list, local_week) < perWeek,
      sends: calendar.sends,
      spacing: 0,
      full_days: createFullDayCache(),
    },
  ];
}

/** The list in which the mails to the step's domain are counted; null: nothing limits them. */
export function domainListOf({ limit_class, domain, plan }: SlotQuestion): string | null {
  return limit_class === 'email' && domain && plan.emails_per_domain ? domainList(domain) : null;
}

/** The local day of the account's first send, or of the first one that is booked. */
export function firstSendDay(
  account: Pick<AccountRules, 'first_send_at' | 'zone'>,
  calendar: AccountCalendar,
): number | null {
  const first = account.first_send_at ?? calendar.sends.first();
  return first === null ? null : dayNumber(first, account.zone);
}

const identities = new WeakMap<object, number>();
let identified = 0;

/** A name for an object that does not change, cheaper than its content. */
function identity(value: object): number {
  const known = identities.get(value);
  if (known !== undefined) return known;
  identified += 1;
  identities.set(value, identified);
  return identified;
}
