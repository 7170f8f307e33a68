import { isSendClass } from '../../language/plan/node-traits.ts';
import type { LimitClass, Plan } from '../../language/plan/plan.ts';
import { type AccountBook, type Booking, domainList, listOf } from './account-calendar.ts';
import { type AccountRules, lowestCap, lowestOf, ownCap, takenElsewhere, warmUpCap } from './caps.ts';
import { drawBetween } from './draw.ts';
import { hasInMail } from './inmail-stock.ts';
import { dayNumber } from './local-day.ts';
import { nextFreeSlot, type Slot, type SlotQuestion } from './next-free-slot.ts';
import { windowsOf } from './open-windows.ts';
import { createRoomMemory } from './full-day-cache.ts';

/** Whose place is looked for, and under which rules. */
export interface PlaceQuestion {
  /** `<enrollment>/<node>/<visit>`; the gap to other sends is drawn from it. */
  readonly step: string;
  readonly sequence: string;
  /** Null or absent: it was enrolled by itself. */
  readonly campaign?: string | null;
  /** Of its campaign against the others; absent: 1. */
  readonly weight?: number;
  /** It answers a person, so it goes before new contacts. */
  readonly urgent?: boolean;
  readonly plan: Pick<Plan, 'limits' | 'schedule' | 'warm_up' | 'emails_per_domain'>;
  readonly account: AccountRules;
  /** The zone that the schedule's hours are read in. */
  readonly zone: string;
  /** Null: the step sends nothing, and is bounded by its credits alone. */
  readonly limit_class: LimitClass | null;
  /** Of a mail: the domain that it goes to. */
  readonly domain?: string | null;
  readonly credits: number;
  /** Of an InMail: without any left it waits for new ones. Absent: then there is no place for it at all. */
  readonly waits_for_inmails?: boolean;
}

/** The classes in which the step takes a place. */
export function classesOf({ limit_class, credits, plan }: Omit<PlaceQuestion, 'step'>): LimitClass[] {
  const spends = credits > 0 && plan.limits.credits !== undefined;
  return [...(limit_class === null ? [] : [limit_class]), ...(spends ? (['credits'] as const) : [])];
}

/** How many places of a class the step takes: one, or one for every credit. */
export const placesNeeded = (limitClass: LimitClass, { credits }: Pick<PlaceQuestion, 'credits'>): number =>
  limitClass === 'credits' ? credits : 1;

/** What goes into the book when the step takes this place. */
export function bookingsAt(question: PlaceQuestion, { at, local_day, local_week }: Slot): Booking[] {
  const { step, sequence, campaign = null, urgent = false, domain = null } = question;
  return classesOf(question).flatMap((limit_class) =>
    Array.from({ length: placesNeeded(limit_class, question) }, () => ({
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
 * The earliest place at or after `after` that all classes of the step allow, as if it had none yet; null when there is none
 * in sight.
 */
export function findPlace(question: PlaceQuestion, book: AccountBook, after: number): Slot | null {
  const own = book.remove(question.step);
  const searches = classesOf(question).map((limitClass) => searchOf(question, book, limitClass));
  searches.push(...searchesOfDomain(question, book));
  const place = firstForAll(searches, after);
  for (const booking of own) book.add(booking);
  return place;
}

function firstForAll(searches: readonly SlotQuestion[], after: number): Slot | null {
  // Each search can only push the place back; what every one leaves in peace is the answer.
  for (let at = after; ; ) {
    const asked = at;
    let place: Slot | null = null;
    for (const search of searches) {
      place = nextFreeSlot(search, at);
      if (!place) return null;
      at = place.at;
    }
    if (at === asked || searches.length < 2) return place;
  }
}

/** Credits are spent at any hour and need no distance. */
const ANY_TIME = Object.freeze({ hours: null });

function searchOf(question: PlaceQuestion, book: AccountBook, limitClass: LimitClass): SlotQuestion {
  const { plan, account, zone } = question;
  const schedule = limitClass === 'credits' ? ANY_TIME : plan.schedule;
  const spacing = isSendClass(limitClass) ? plan.schedule.spacing : null;
  const list = listOf(limitClass, question.sequence);
  const firstDay = plan.warm_up && isSendClass(limitClass) ? firstSendDay(account, book) : null;
  const perDay = lowestCap(question, limitClass, 'day');
  const perWeek = lowestCap(question, limitClass, 'week');
  const needed = placesNeeded(limitClass, question);
  const elsewhere = limitClass === 'email' ? (account.elsewhere?.count ?? 0) : 0;
  const ownLimit = ownCap(account, limitClass, 'day') ?? Number.POSITIVE_INFINITY;
  const stock = limitClass === 'inmail' ? (account.inmail_stock ?? null) : null;
  return {
    windows: windowsOf(schedule, zone, account.zone),
    hasRoom: ({ account_day, local_day, local_week, from }) =>
      book.onDay(list, local_day).length + needed <=
        Math.min(perDay, warmUpCap(plan, limitClass, account_day, firstDay)) &&
      (elsewhere === 0 ||
        book.onDay(list, local_day).length + takenElsewhere(account, limitClass, local_day) + needed <= ownLimit) &&
      (stock === null || hasInMail(stock, book, from)) &&
      (perWeek === Number.POSITIVE_INFINITY || book.countOfWeek(list, local_week) + needed <= perWeek),
    sends: book.sends,
    gap: spacing ? drawBetween(spacing, question.step) : 0,
    memory: book.memoryOf(
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

/** The days on which the domain of a mail has had all that it is to get. What it has is little, so nothing of it is remembered. */
function searchesOfDomain(question: PlaceQuestion, book: AccountBook): SlotQuestion[] {
  const { plan, account, zone } = question;
  const list = domainListOf(question);
  if (list === null) return [];
  const perDay = lowestOf(plan.emails_per_domain, 'day');
  const perWeek = lowestOf(plan.emails_per_domain, 'week');
  return [
    {
      windows: windowsOf(ANY_TIME, zone, account.zone),
      hasRoom: ({ local_day, local_week }) =>
        book.onDay(list, local_day).length < perDay && book.countOfWeek(list, local_week) < perWeek,
      sends: book.sends,
      gap: 0,
      memory: createRoomMemory(),
    },
  ];
}

/** Where the mails to the step's domain are counted; null: nothing limits them. */
export function domainListOf({ limit_class, domain, plan }: PlaceQuestion): string | null {
  return limit_class === 'email' && domain && plan.emails_per_domain ? domainList(domain) : null;
}

/** The local day of the account's first send, or of the first one that is booked. */
export function firstSendDay(account: Pick<AccountRules, 'first_send_at' | 'zone'>, book: AccountBook): number | null {
  const first = account.first_send_at ?? book.sends.first();
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
