import type { AccountCalendar } from '../../src/core/calendar/account-calendar.ts';
import type { AccountRules } from '../../src/core/calendar/caps.ts';
import {
  bookedSlotsAt,
  classesOf,
  domainListOf,
  findSlot,
  type SlotQuestion,
  slotsNeeded,
} from '../../src/core/calendar/find-slot.ts';
import { hasInMail, nextRenewal } from '../../src/core/calendar/inmail-stock.ts';
import { localDay } from '../../src/core/calendar/local-day.ts';
import type { Slot } from '../../src/core/calendar/next-free-slot.ts';
import { isOpen } from '../../src/core/calendar/open-hours.ts';
import { findTakeOver, slotAfterYielding, type TakenOver } from '../../src/core/calendar/take-over.ts';
import { type Binding, noInMailBefore, whyLater } from '../../src/core/calendar/why-later.ts';
import type { LimitClass } from '../../src/language/plan/plan.ts';
import { stepOf } from '../../src/runtime/slots/account-calendars.ts';
import { rulesOfAccount } from '../../src/runtime/slots/account-rules.ts';
import { moveSlot } from '../../src/runtime/slots/move-slot.ts';
import { readAccountCalendar } from '../../src/runtime/slots/read-account-calendar.ts';
import { questionOfSlot } from '../../src/runtime/slots/slot-question.ts';
import type { AccountRow } from '../../src/runtime/store/accounts/account.ts';
import { findBookedSlot } from '../../src/runtime/store/slots/find-later-slots.ts';
import { findAnswerSlotsAndBackoff, type StepSlots } from '../../src/runtime/store/slots/find-step-slots.ts';
import { freeStepSlots, spendStepSlots } from '../../src/runtime/store/slots/free-slots.ts';
import { type ReadForSlot, readForSlot } from '../../src/runtime/store/slots/read-for-slot.ts';
import { type GivenSlots, giveSlots, NO_SLOTS } from '../../src/runtime/store/slots/save-slot.ts';
import { ANSWER_NODE, type SlotOwner } from '../../src/runtime/store/slots/slot.ts';
import { HOUR, SECOND } from '../../src/shared/kit/duration.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import { calendarOf, type StepDeps } from '../deps.ts';
import { measureSlot } from '../measure.ts';
import { virtualSpan } from '../virtual-time.ts';

export type TakenSlot =
  /** The step may go out now; its slots count as used. `at`: the time of the send, which its slots and its intent have. */
  | { readonly status: 'now'; readonly at: number }
  /** The slot is booked for later. */
  | { readonly status: 'later'; readonly at: number; readonly why: Binding }
  /** There is no slot in sight; `inmail`: because the seat has none left, and the step does not wait for more. */
  | { readonly status: 'never'; readonly for?: 'inmail' };

/** `given` is still to be written, in the same transaction. */
export type ChosenSlot = TakenSlot & { readonly given: GivenSlots };

/** The slots of the step and its account's calendar, as they were read under the account's lock. */
export interface SlotReads extends StepSlots {
  /** Null: it is still to be read. */
  readonly book: AccountCalendar | null;
}

/**
 * Claims the step's booked slot when its time has come, else books the next one. Under the account's lock, and in the
 * transaction that writes the intent, so that used and booked slots never exceed a cap at any commit.
 */
export async function takeSlot(
  deps: StepDeps,
  tx: Queryable,
  step: SlotOwner,
  question: SlotQuestion,
  account: AccountRow,
): Promise<TakenSlot> {
  const { given, ...taken } = await chooseSlot(
    deps,
    tx,
    step,
    question,
    account,
    await readOwn(deps, tx, step, question),
  );
  await giveSlots(tx, given);
  return taken;
}

async function readOwn(deps: StepDeps, tx: Queryable, step: SlotOwner, question: SlotQuestion): Promise<SlotReads> {
  const { limit_class, account } = question;
  if ('answer_id' in step)
    return { ...(await findAnswerSlotsAndBackoff(tx, { ...step, account_id: account.id, limit_class })), book: null };
  return readWithCalendar(deps, tx, account, { ...step, limit_class, senders: [], costs_credits: false });
}

/** Reads what a step asks for under its account's lock; with it, where the account's calendar is in memory, what has changed of that. */
export async function readWithCalendar(
  deps: StepDeps,
  tx: Queryable,
  account: Pick<AccountRules, 'id' | 'zone'>,
  asked: Omit<Parameters<typeof readForSlot>[1], 'account_id' | 'calendar'>,
): Promise<ReadForSlot & SlotReads> {
  // Without a class no slot is taken.
  const look = asked.limit_class === null ? null : deps.calendars.lookAt(tx, account, deps.clock.now());
  const read = await readForSlot(tx, { ...asked, account_id: account.id, calendar: look?.query ?? null });
  return { ...read, book: look && read.changed && look.take(read.changed) };
}

/** The same of what was read; what it writes is left to the caller. */
export async function chooseSlot(
  deps: StepDeps,
  tx: Queryable,
  step: SlotOwner,
  question: SlotQuestion,
  account: AccountRow,
  { own: all, backoff, book }: SlotReads,
): Promise<ChosenSlot> {
  const classes = classesOf(question);
  const now = deps.clock.now();
  if (classes.length === 0) return { status: 'now', at: now, given: NO_SLOTS };
  // What is left of them is counted in the database.
  if (question.limit_class === 'inmail') requireOwnTransaction(tx);
  // An unlock is dealt out by the month, before.
  const own = all.filter(({ limit_class }) => limit_class !== 'unlock');
  if (own.length === 0) return bookSlot(deps, tx, step, question, account, { backoff, book }, now);
  const [first] = own;
  if (first && first.at.getTime() > now) {
    const at = first.at.getTime();
    if (first.moved_for !== null) return { status: 'later', at, why: movedFor(first.moved_for), given: NO_SLOTS };
    const calendar = book ?? (await readAccountCalendar(calendarOf(deps), tx, question.account, now));
    return { status: 'later', at, why: whyLater(question, calendar, now, { at }), given: NO_SLOTS };
  }
  const hasLeft = question.limit_class !== 'inmail' || (question.account.inmail_stock?.left ?? 1) > 0;
  if (hasLeft && own.every((slot) => canClaim(deps, question, slot, now)))
    return { status: 'now', at: now, given: { claimed: own.map(({ id }) => id), at: new Date(now), added: [] } };
  requireOwnTransaction(tx);
  // A used place is that of a call in doubt, which is repeated: the network may have seen it then, and sees it again.
  if (own.some(({ state }) => state === 'used')) await spendStepSlots(tx, step);
  else await freeStepSlots(tx, step);
  // The calendar has changed with them.
  return bookSlot(deps, tx, step, question, account, { backoff, book: null }, now);
}

async function bookSlot(
  deps: StepDeps,
  tx: Queryable,
  step: SlotOwner,
  question: SlotQuestion,
  account: AccountRow,
  { backoff, book: read }: Pick<SlotReads, 'backoff' | 'book'>,
  now: number,
): Promise<ChosenSlot> {
  const book = read ?? (await readAccountCalendar(calendarOf(deps), tx, question.account, now));
  const backoffEnd = backoff !== null && backoff.until.getTime() > now ? backoff.until.getTime() : now;
  const noInMail = isOutOfInMails(question, book, now);
  if (noInMail && !question.waits_for_inmails) return { status: 'never', for: 'inmail', given: NO_SLOTS };
  let slot = findSlot(question, book, backoffEnd);
  if (slot && slot.at <= now && crossesMidnight(deps, question, slot, now)) {
    slot = findSlot(question, book, now + flight(deps));
  }
  // From the search until the slot is given nothing is waited for: who shares the transaction searches the same calendar.
  const over = slotToTakeOver(deps, question, book, { after: backoffEnd, plain: slot, now });
  if (over !== null) {
    // What another step has, that one must not have been given just now.
    requireOwnTransaction(tx);
    if (await hasYielded(deps, tx, question, account, book, over, now)) slot = over.slot;
  }
  if (!slot && noInMail) {
    // Nobody tells how many come on the first of the month: then the balance is read again.
    const at = nextRenewal(now);
    return { status: 'later', at, why: noInMailBefore(question.account, at), given: NO_SLOTS };
  }
  if (!slot) return { status: 'never', given: NO_SLOTS };
  const goes = slot.at <= now;
  const onlyThen = backoffEnd > now && backoff ? networkBackoff(backoff.reason, question.limit_class) : null;
  const why = goes ? null : (onlyThen ?? whyLater(question, book, now, slot));
  deps.calendars.give(
    tx,
    question.account.id,
    bookedSlotsAt(question, slot).map((one) => ({ ...one, used: goes })),
  );
  measureSlot(tx, { account_id: question.account.id, limit_class: question.limit_class, wait_ms: slot.at - now });
  const added = slotRowsOf(step, question, slot, goes ? now : null);
  const given = { claimed: [], at: new Date(now), added };
  return why === null ? { status: 'now', at: now, given } : { status: 'later', at: slot.at, why, given };
}

/** `used_at`: the step goes out at that time; null: the slot is booked. */
const slotRowsOf = (step: SlotOwner, question: SlotQuestion, slot: Slot, used_at: number | null): GivenSlots['added'] =>
  classesOf(question).map((limit_class) => ({
    answer_id: 'answer_id' in step ? step.answer_id : null,
    enrollment_id: 'answer_id' in step ? null : step.enrollment_id,
    node: 'answer_id' in step ? ANSWER_NODE : step.node,
    visit: 'answer_id' in step ? 1 : step.visit,
    account_id: question.account.id,
    limit_class,
    at: new Date(used_at ?? slot.at),
    local_day: slot.local_day,
    local_week: slot.local_week,
    state: used_at === null ? 'booked' : 'used',
    amount: slotsNeeded(limit_class, question),
    urgent: question.urgent ?? false,
    domain: limit_class === 'email' ? (question.domain ?? null) : null,
  }));

function isOutOfInMails({ limit_class, account }: SlotQuestion, book: AccountCalendar, now: number): boolean {
  return limit_class === 'inmail' && account.inmail_stock != null && !hasInMail(account.inmail_stock, book, now);
}

/** Finds an earlier slot that another step has to yield. A slot of the same day is early enough. */
function slotToTakeOver(
  deps: StepDeps,
  question: SlotQuestion,
  book: AccountCalendar,
  { after, plain, now }: { readonly after: number; readonly plain: Slot | null; readonly now: number },
): TakenOver | null {
  const { zone } = question.account;
  if (plain && localDay(plain.at, zone) === localDay(after, zone)) return null;
  const over = findTakeOver(question, book, after, plain);
  return over && over.slot.at <= now && crossesMidnight(deps, question, over.slot, now) ? null : over;
}

/** Moves the step that has the slot to another one, and returns whether it got one. */
async function hasYielded(
  deps: StepDeps,
  tx: Queryable,
  question: SlotQuestion,
  account: AccountRow,
  book: AccountCalendar,
  over: TakenOver,
  now: number,
): Promise<boolean> {
  const yielding = question.limit_class && (await findBookedSlot(tx, stepOf(over.from), question.limit_class));
  if (!yielding) return false;
  const calendar = calendarOf(deps);
  const other = await questionOfSlot(calendar, tx, yielding, rulesOfAccount(calendar, tx, account));
  const next = slotAfterYielding(other, book, question, over.slot, now);
  if (next === null) return false;
  await moveSlot(tx, yielding, next, { now, moved_for: over.why });
  return true;
}

const MOVED_FOR = {
  answer: 'its slot went to a step that answers a person',
  share: 'its slot went to another campaign, which had had less than its share of the day',
} as const;

const movedFor = (why: keyof typeof MOVED_FOR): Binding => ({ constraint: 'share', text: MOVED_FOR[why] });

/** Says that the network itself accepts no more, which goes before all caps. */
function networkBackoff(reason: string, limitClass: LimitClass | null): Binding {
  return { constraint: 'network', text: reason, ...(limitClass === null ? {} : { limit_class: limitClass }) };
}

/**
 * Whether a booked slot may be claimed now: a little late (timers fire late, above all on a fast clock), but only on
 * the day it counts for and inside the hours. A step that comes later than that, after a stop of the worker for
 * example, books anew: a backlog must not go out as one burst.
 */
function canClaim(deps: StepDeps, question: SlotQuestion, slot: StepSlots['own'][number], now: number): boolean {
  const late = now - slot.at.getTime();
  // They have another address by now: its domain may have had its share.
  if (domainListOf(question) !== null && slot.limit_class === 'email' && slot.domain !== question.domain) return false;
  if (slot.state === 'used') return !crossesMidnight(deps, question, slot, now);
  if (late < 0 || late > virtualSpan(deps, 5 * SECOND)) return false;
  if (crossesMidnight(deps, question, slot, now)) return false;
  return slot.limit_class === 'credits' || isOpen(now, question.plan.schedule, question.zone);
}

/** Whether the call might land on another local day than its slot counts for. */
function crossesMidnight(deps: StepDeps, question: SlotQuestion, slot: Pick<Slot, 'local_day'>, now: number): boolean {
  const zone = question.account.zone;
  return localDay(now, zone) !== slot.local_day || localDay(now + flight(deps), zone) !== slot.local_day;
}

/** Virtual time that a call may take. */
const flight = (deps: StepDeps): number => Math.min(virtualSpan(deps, 10 * SECOND), 2 * HOUR);
