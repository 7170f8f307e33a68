import type { Binding } from '../../language/plan/binding.ts';
import { LIMIT_NOUNS } from '../../language/plan/limit-class.ts';
import { isSendClass } from '../../language/plan/node-traits.ts';
import type { Cap, LimitClass } from '../../language/plan/plan.ts';
import { DAY } from '../../shared/kit/duration.ts';
import { type AccountCalendar, type BookedSlot, listOf } from './account-calendar.ts';
import { type CapInForce, capsOf, takenElsewhere, warmUpCap } from './caps.ts';
import { classesOf, domainListOf, firstSendDay, type SlotQuestion, slotsNeeded } from './find-slot.ts';
import { holidayName } from './holidays.ts';
import { hasInMail, monthOf } from './inmail-stock.ts';
import { dayName, dayNumber, localDay, localWeek } from './local-day.ts';
import type { Slot } from './next-free-slot.ts';
import { isOpen } from './open-hours.ts';
import { windowsOf } from './open-windows.ts';

export type { Binding };

/** Why `slot` is later than `now`. */
export function whyLater(
  question: SlotQuestion,
  calendar: AccountCalendar,
  now: number,
  slot: Pick<Slot, 'at'>,
): Binding {
  const { account, plan, zone } = question;
  const outOfInMails = inMailsAt(question, calendar, now, slot.at);
  if (outOfInMails) return outOfInMails;
  const capped = capAt(question, calendar, { at: now, now, slot_at: slot.at, day: 'today', week: 'this week' });
  if (capped) return capped;
  if (question.limit_class === null || isOpen(now, plan.schedule, zone)) {
    const keepsDistance = plan.schedule.spacing !== null && isSend(question);
    return !keepsDistance && localDay(now, account.zone) < localDay(slot.at, account.zone)
      ? {
          constraint: 'day_end',
          text: `too close to midnight for ${account.name}, so it goes out early on the next day`,
        }
      : spacing(question);
  }
  // It waits for the next opening. If its slot is later still, whatever fills the day of that opening is the reason.
  const opening = nextOpening(question, now, slot.at);
  if (opening !== null && localDay(opening, account.zone) < localDay(slot.at, account.zone)) {
    const day = localDay(opening, account.zone);
    const week = `in the week of ${localWeek(opening, account.zone)}`;
    const later = capAt(question, calendar, { at: opening, now, slot_at: slot.at, day: `on ${day}`, week });
    if (later) return later;
  }
  const holiday = holidayName(dayNumber(now, zone), plan.schedule.holidays ?? []);
  if (holiday !== null) return { constraint: 'holiday', text: `${holiday} is a holiday, on which nothing is sent` };
  return { constraint: 'hours', text: 'outside the working hours' };
}

/** Only the renewal brings new InMails, so this reason comes before the hours. */
function inMailsAt(
  { account, limit_class }: SlotQuestion,
  calendar: AccountCalendar,
  now: number,
  slot_at: number,
): Binding | null {
  const stock = limit_class === 'inmail' ? account.inmail_stock : null;
  if (!stock || monthOf(slot_at) === monthOf(now) || hasInMail(stock, calendar, now)) return null;
  return noInMailBefore(account, slot_at);
}

/** `slot`: in the month that brings the one for it. */
export function noInMailBefore({ name, inmail_stock }: SlotQuestion['account'], slot_at: number): Binding {
  const day = `${new Date(slot_at).toISOString().slice(0, 7)}-01`;
  const count = inmail_stock?.per_month ?? null;
  return {
    ...{ constraint: 'inmails', text: `${name} has no InMail left before ${day}`, limit_class: 'inmail' },
    ...(count === null ? {} : { count, used: count, per: 'month' }),
  };
}

const isSend = ({ limit_class }: SlotQuestion): boolean => limit_class !== null && isSendClass(limit_class);

function spacing({ account }: SlotQuestion): Binding {
  return { constraint: 'spacing', text: `keeps the spacing to other sends of ${account.name}` };
}

function nextOpening({ plan, zone, account }: SlotQuestion, after: number, before: number): number | null {
  const windows = windowsOf(plan.schedule, zone, account.zone);
  for (let day = Math.floor(after / DAY); day * DAY <= before; day++) {
    const window = windows(day).find(({ to }) => to > after);
    if (window) return Math.max(after, window.from);
  }
  return null;
}

/** A time, and how its day and week are worded as of `now`. */
interface DatedQuestion {
  readonly at: number;
  readonly now: number;
  readonly slot_at: number;
  readonly day: string;
  readonly week: string;
}

/** The cap that is used up at a time; that of the week where the slot is in a later one, since no other day of it would do. */
function capAt(
  question: SlotQuestion,
  calendar: AccountCalendar,
  { at, now, slot_at, day, week }: DatedQuestion,
): Binding | null {
  const { zone } = question.account;
  const first = localWeek(at, zone) < localWeek(slot_at, zone) ? 'week' : 'day';
  for (const limitClass of classesOf(question)) {
    const list = listOf(limitClass, question.sequence);
    const needed = slotsNeeded(limitClass, question);
    for (const cap of capsAt(question, calendar, limitClass, at, first)) {
      const taken_slots = slotsIn(question, calendar, list, cap.per, at);
      const elsewhere = cap.of === 'mailbox' ? takenElsewhere(question.account, limitClass, localDay(at, zone)) : 0;
      if (taken_slots.length + elsewhere + slotsNeeded(limitClass, question) <= cap.count) continue;
      const used = taken_slots.every((taken) => taken.at <= now) ? 'used' : 'used or booked';
      const name = `${taken_slots.length + elsewhere} of ${cap.count} ${LIMIT_NOUNS[limitClass]} of ${question.account.name}`;
      return {
        constraint: constraintOf(cap, limitClass),
        text: `${name} ${used} ${cap.per === 'day' ? day : week}${remark(question, cap)}${needed > 1 ? `, ${needed} needed` : ''}`,
        limit_class: limitClass,
        count: cap.count,
        used: taken_slots.length + elsewhere,
        per: cap.per,
      };
    }
  }
  return domainCapAt(question, calendar, { at, now, slot_at, day, week });
}

function domainCapAt(
  question: SlotQuestion,
  calendar: AccountCalendar,
  { at, now, day, week }: DatedQuestion,
): Binding | null {
  const { plan, account, domain } = question;
  const list = domainListOf(question);
  if (list === null) return null;
  for (const { count, per } of plan.emails_per_domain ?? []) {
    const taken_slots = slotsIn(question, calendar, list, per, at);
    if (taken_slots.length < count) continue;
    const used = taken_slots.every((taken) => taken.at <= now) ? 'used' : 'used or booked';
    return {
      constraint: 'domain_cap',
      text: `${taken_slots.length} of ${count} emails of ${account.name} to ${domain} ${used} ${per === 'day' ? day : week}`,
      limit_class: 'email',
      ...{ count, used: taken_slots.length, per },
    };
  }
  return null;
}

type AnyCap = Cap & { readonly of: CapInForce['of'] | 'warm_up' };

function capsAt(
  question: SlotQuestion,
  calendar: AccountCalendar,
  limitClass: LimitClass,
  at: number,
  first: Cap['per'],
): AnyCap[] {
  const { plan, account } = question;
  const caps: AnyCap[] = [...capsOf(question, limitClass)];
  if (plan.warm_up && isSendClass(limitClass)) {
    const day = dayNumber(at, account.zone);
    caps.push({ count: warmUpCap(plan, limitClass, day, firstSendDay(account, calendar)), per: 'day', of: 'warm_up' });
  }
  return caps.sort((a, b) => (a.per === b.per ? a.count - b.count : a.per === first ? -1 : 1));
}

function slotsIn(
  { account, step }: SlotQuestion,
  calendar: AccountCalendar,
  list: string,
  per: Cap['per'],
  at: number,
): readonly BookedSlot[] {
  const slots =
    per === 'day'
      ? calendar.onDay(list, localDay(at, account.zone))
      : daysOfWeek(localWeek(at, account.zone)).flatMap((day) => calendar.onDay(list, day));
  // Most who ask have none yet.
  return calendar.of(step).length === 0 ? slots : slots.filter((slot) => slot.step !== step);
}

const daysOfWeek = (monday: string): string[] =>
  Array.from({ length: 7 }, (_, index) => dayName(Date.parse(monday) / DAY + index));

function constraintOf(cap: AnyCap, limitClass: LimitClass): Binding['constraint'] {
  if (limitClass === 'credits') return 'credits';
  if (cap.of !== 'sequence') return cap.of;
  return cap.per === 'day' ? 'day_cap' : 'week_cap';
}

function remark({ account }: SlotQuestion, cap: AnyCap): string {
  switch (cap.of) {
    case 'sequence':
      return '';
    case 'mailbox':
      return ", the mailbox's own limit";
    case 'profile':
      return `, the most that ${account.profile?.name ?? 'the network'} tolerates`;
    case 'warm_up':
      return ', while the account warms up';
  }
}
