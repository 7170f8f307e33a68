import type { LimitClass } from '../../../language/plan/plan.ts';
import { HOUR } from '../../../shared/kit/duration.ts';
import { type AccountCalendar, createAccountCalendar } from '../../calendar/account-calendar.ts';
import { bookedSlotsAt, classesOf, findSlot, type SlotQuestion } from '../../calendar/find-slot.ts';
import { hasInMail } from '../../calendar/inmail-stock.ts';
import { localDay } from '../../calendar/local-day.ts';
import type { Slot } from '../../calendar/next-free-slot.ts';
import { findTakeOver, slotAfterYielding } from '../../calendar/take-over.ts';
import type { SimulatedAccount, SlotRecord } from '../walk/walk-input.ts';
import { createQueue, type Queue } from './queue.ts';

/** How many of those who wait are looked at when a slot becomes free; as in production. */
const SCANNED = 100;

/** A step with a slot booked for later. */
export interface Booked {
  readonly enrollment: number;
  readonly question: SlotQuestion;
  readonly slot: Slot;
  /** The slot's time. */
  readonly at: number;
  readonly order: number;
}

/** The calendar of one account, with the rules of the engine's activities: claim at its time, else book the next slot. */
export interface AccountSlots {
  readonly account: SimulatedAccount;
  /** The time of the step's own slot, which is used when that is now; null: it has none. */
  claim(step: string, now: number): number | null;
  /** The next slot, used when it is now; `never`: there is none in sight. */
  book(question: SlotQuestion, enrollment: number, now: number): number | 'never';
  /** Whether the account has an InMail for the step; of other steps always. */
  hasInMail(question: SlotQuestion, now: number): boolean;
  /** Takes the steps to wake, because their slots went to others since the last ask. */
  takeMoved(): readonly number[];
  isBooked(step: string): boolean;
  /** The step sends nothing after all; used slots become free too. */
  free(step: string): Freed;
  /** The step's call failed and counts all the same; what it held of its sequence's credits does not. */
  spend(step: string): void;
  /** The credits that it held become what it cost. */
  chargeCredits(step: string, credits: number): void;
  /** Those who wait longer move up, in their order; returns whom to wake. */
  pull(freed: Freed, now: number): number[];
  records(): SlotRecord[];
}

export type Freed = readonly { readonly limit_class: LimitClass; readonly at: number }[];

export function createAccountSlots(account: SimulatedAccount, flight: number): AccountSlots {
  const calendar: AccountCalendar = createAccountCalendar(account.taken);
  const booked = new Map<string, Booked>();
  const used = new Set<string>();
  const queues = new Map<LimitClass, Queue<Booked>>();
  let orders = 0;
  let moved: number[] = [];

  const queueOf = (limitClass: LimitClass): Queue<Booked> => {
    const known = queues.get(limitClass);
    if (known) return known;
    const queue = createQueue<Booked>();
    queues.set(limitClass, queue);
    return queue;
  };

  const write = (question: SlotQuestion, slot: Slot): void => {
    for (const one of bookedSlotsAt(question, slot)) calendar.add(one);
  };

  const markUsed = (step: string): void => {
    used.add(step);
    for (const one of calendar.of(step)) one.used = true;
  };

  const wait = (entry: Booked): void => {
    write(entry.question, entry.slot);
    booked.set(entry.question.step, entry);
    if (entry.question.limit_class !== null) queueOf(entry.question.limit_class).add(entry);
  };

  const unwait = (entry: Booked): void => {
    booked.delete(entry.question.step);
    if (entry.question.limit_class !== null) queueOf(entry.question.limit_class).remove(entry);
  };

  /** Whether the call might land on another local day than its slot counts for. */
  const crossesMidnight = ({ local_day }: Slot, now: number): boolean =>
    localDay(now, account.zone) !== local_day || localDay(now + flight, account.zone) !== local_day;

  /** As in production: an earlier slot that another step yields, which gets its next one. */
  const takeOver = (question: SlotQuestion, plain: Slot | null, now: number): Slot | null => {
    const over = findTakeOver(question, calendar, now, plain);
    const yielding = over && booked.get(over.from);
    if (!over || !yielding || (over.slot.at <= now && crossesMidnight(over.slot, now))) return null;
    const slot = slotAfterYielding(yielding.question, calendar, question, over.slot, now);
    if (slot === null) return null;
    unwait(yielding);
    calendar.remove(over.from);
    wait({ ...yielding, slot, at: slot.at });
    moved.push(yielding.enrollment);
    return over.slot;
  };

  const bookSlot = (question: SlotQuestion, enrollment: number, now: number): number | 'never' => {
    if (classesOf(question).length === 0) return now;
    let slot = findSlot(question, calendar, now);
    if (slot && slot.at <= now && crossesMidnight(slot, now)) slot = findSlot(question, calendar, now + flight);
    if (!slot || localDay(slot.at, account.zone) !== localDay(now, account.zone)) {
      slot = takeOver(question, slot, now) ?? slot;
    }
    if (!slot) return 'never';
    if (slot.at > now) {
      wait({ enrollment, question, slot, at: slot.at, order: orders++ });
      return slot.at;
    }
    write(question, slot);
    markUsed(question.step);
    return now;
  };

  const free = (step: string): Freed => {
    const entry = booked.get(step);
    if (entry) unwait(entry);
    used.delete(step);
    return calendar.remove(step);
  };

  const chargeCredits = (step: string, credits: number): void => {
    const held = calendar.of(step).filter(({ limit_class }) => limit_class === 'credits');
    for (const one of held.slice(credits)) calendar.take(one);
  };

  const pullClass = (limitClass: LimitClass, freedAt: number, now: number): number[] => {
    const woken: number[] = [];
    for (const entry of queueOf(limitClass).after(Math.max(now, freedAt), SCANNED)) {
      const { question } = entry;
      const slot = findSlot(question, calendar, now);
      if (!slot || !isWorthIt(entry.slot, slot)) continue;
      unwait(entry);
      calendar.remove(question.step);
      wait({ ...entry, slot, at: slot.at });
      woken.push(entry.enrollment);
    }
    return woken;
  };

  return {
    account,
    claim(step, now) {
      const own = booked.get(step);
      if (!own) return null;
      if (own.at > now) return own.at;
      if (crossesMidnight(own.slot, now)) {
        free(step);
        return null;
      }
      unwait(own);
      markUsed(step);
      return now;
    },
    book: bookSlot,
    hasInMail: ({ limit_class, account: { inmail_stock: stock } }, now) =>
      limit_class !== 'inmail' || !stock || hasInMail(stock, calendar, now),
    takeMoved() {
      const taken = moved;
      moved = [];
      return taken;
    },
    isBooked: (step) => booked.has(step),
    free,
    spend: (step) => chargeCredits(step, 0),
    chargeCredits,
    pull(freed, now) {
      // One look per class, from the last of its freed slots on.
      const classes = new Map(freed.map(({ limit_class, at }) => [limit_class, at]));
      return [...classes].flatMap(([limitClass, at]) =>
        limitClass === 'credits' ? [] : pullClass(limitClass, at, now),
      );
    },
    records() {
      const steps = [...used, ...[...booked.values()].sort(byTime).map(({ question }) => question.step)];
      return steps.flatMap((step) =>
        calendar.of(step).map((one) => ({ ...one, account: account.id, used: used.has(step) })),
      );
    },
  };
}

const byTime = (a: Booked, b: Booked): number => a.at - b.at || a.order - b.order;

/** Only where it is worth waking somebody: an earlier day, or at least an hour. */
const isWorthIt = (from: Slot, to: Slot): boolean => to.local_day < from.local_day || to.at <= from.at - HOUR;
