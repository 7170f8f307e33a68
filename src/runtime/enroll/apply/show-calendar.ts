import { type AccountCalendar, createAccountCalendar } from '../../../core/calendar/account-calendar.ts';
import type { AccountRules } from '../../../core/calendar/caps.ts';
import { bookedSlotsAt, findSlot } from '../../../core/calendar/find-slot.ts';
import { localWeek } from '../../../core/calendar/local-day.ts';
import { type NetworkProfile, profileOf } from '../../../core/calendar/network-profile.ts';
import { scheduleZone, zoneOf } from '../../../core/calendar/zone-of.ts';
import { LIMIT_CLASSES } from '../../../language/plan/limit-class.ts';
import { channelOf, creditsOf, limitClassOf } from '../../../language/plan/node-traits.ts';
import type { LimitClass } from '../../../language/plan/plan.ts';
import { domainOf } from '../../../shared/identity/mailbox-key.ts';
import { listAccounts } from '../../store/accounts/find-account.ts';
import { findFirstSend } from '../../store/slots/find-first-send.ts';
import { findAccountSlots } from '../../store/slots/find-slots.ts';
import { type BookedDay, countBookedSlots } from '../../store/slots/list-booked-slots.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import type { Target } from './migration-outcome.ts';
import type { PersonOutcome } from './show-people.ts';

/** What a change does to the booked slots of one account and class. */
export interface ShownCalendar {
  readonly account_id: string;
  readonly class: string;
  /** Booked now, by everybody. */
  readonly booked: number;
  /** Given up by those who move. */
  readonly freed: number;
  /** Booked anew by those who move to a step that takes one, as it looks now. */
  readonly added: number;
  /** When the last slot falls then; null: none is booked. */
  readonly last: string | null;
  /** The days on which something changes. */
  readonly days: readonly { readonly date: string; readonly freed: number; readonly added: number }[];
}

export interface CalendarDeps extends EnrollDeps {
  /** What the networks tolerate, by account. */
  readonly profiles?: readonly NetworkProfile[];
}

type Mover = PersonOutcome & { readonly outcome: Extract<PersonOutcome['outcome'], { status: 'moves' }> };

/** A slot that somebody would take. */
interface Added {
  readonly account_id: string;
  readonly limit_class: LimitClass;
  readonly at: number;
  readonly local_day: string;
}

/** By account and class; those that nothing changes for are left out. */
export async function showCalendar(
  deps: CalendarDeps,
  target: Target,
  outcomes: readonly PersonOutcome[],
): Promise<ShownCalendar[]> {
  const movers = outcomes.filter((one): one is Mover => one.outcome.status === 'moves');
  const accounts = new Set(movers.flatMap(({ outcome }) => Object.values(outcome.senders)));
  const ids = movers.map(({ person }) => person.id);
  const booked = grouped(await countBookedSlots(deps.db, [...accounts], ids));
  const added = grouped(await placesFor(deps, target, movers));
  return [...new Set([...booked.keys(), ...added.keys()])].sort().flatMap((key) => {
    const shown = showOne(booked.get(key) ?? [], added.get(key) ?? []);
    return shown.freed + shown.added === 0 ? [] : [shown];
  });
}

function showOne(booked: readonly BookedDay[], added: readonly Added[]): ShownCalendar {
  const [first] = [...booked, ...added];
  const staying = booked.filter((day) => day.booked > day.theirs).map(({ last }) => last.getTime());
  const last = Math.max(...staying, ...added.map(({ at }) => at));
  const dates = new Set([
    ...booked.filter(({ theirs }) => theirs > 0).map(({ day }) => day),
    ...added.map(({ local_day }) => local_day),
  ]);
  return {
    account_id: first?.account_id ?? '',
    class: first?.limit_class ?? '',
    booked: booked.reduce((sum, day) => sum + day.booked, 0),
    freed: booked.reduce((sum, { theirs }) => sum + theirs, 0),
    added: added.length,
    last: Number.isFinite(last) ? new Date(last).toISOString() : null,
    days: [...dates].sort().map((date) => ({
      date,
      freed: booked.find(({ day }) => day === date)?.theirs ?? 0,
      added: added.filter(({ local_day }) => local_day === date).length,
    })),
  };
}

/** The slots that those who move would find, one after the other, in calendars without the ones they give up. */
async function placesFor(deps: CalendarDeps, target: Target, movers: readonly Mover[]): Promise<Added[]> {
  const now = deps.clock.now();
  const books = new Map<string, { readonly rules: AccountRules; readonly book: AccountCalendar }>();
  const giveUp = new Set(movers.map(({ person }) => person.id));
  for (const account of await listAccounts(deps.db)) {
    if (!movers.some(({ outcome }) => Object.values(outcome.senders).includes(account.id))) continue;
    const zone = zoneOf(account);
    const first = target.plan.warm_up ? await findFirstSend(deps.db, account.id) : null;
    const { id, name, daily_limit } = account;
    const profile = profileOf(account, deps.profiles ?? []);
    const rules = { id, name, zone, daily_limit, profile, first_send_at: first?.getTime() ?? null };
    const slots = await findAccountSlots(deps.db, id, localWeek(now, zone));
    const staying = slots.filter(
      (slot) => slot.state === 'used' || slot.enrollment_id === null || !giveUp.has(slot.enrollment_id),
    );
    const booked = staying.flatMap((slot) => {
      const { sequence, local_day, local_week, domain } = slot;
      const step = `${slot.enrollment_id ?? slot.answer_id}/${slot.node}/${slot.visit}`;
      const limit_class = LIMIT_CLASSES.find((name) => name === slot.limit_class);
      if (!limit_class) return [];
      const one = { step, sequence, limit_class, at: slot.at.getTime(), local_day, local_week, domain };
      return Array.from({ length: slot.amount }, () => one);
    });
    books.set(id, { rules, book: createAccountCalendar(booked) });
  }
  return movers.flatMap(({ person, outcome }) => {
    const node = target.plan.nodes[outcome.to];
    const channel = node ? channelOf(node) : null;
    const limit_class = node ? limitClassOf(node) : null;
    const calendar = channel === null ? undefined : books.get(outcome.senders[channel] ?? '');
    if (!node || !calendar || limit_class === null) return [];
    const question = {
      step: `${person.id}/${outcome.to}`,
      sequence: target.plan.sequence,
      plan: target.plan,
      account: calendar.rules,
      zone: scheduleZone(target.plan.schedule, person.lead ?? {}),
      limit_class,
      domain: domainOf(person.lead?.email ?? '') || null,
      credits: creditsOf(node),
    };
    const slot = findSlot(question, calendar.book, now);
    if (!slot) return [];
    for (const one of bookedSlotsAt(question, slot)) calendar.book.add(one);
    return [{ account_id: calendar.rules.id, limit_class, at: slot.at, local_day: slot.local_day }];
  });
}

function grouped<Row extends { readonly account_id: string; readonly limit_class: string }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.account_id} ${row.limit_class}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
