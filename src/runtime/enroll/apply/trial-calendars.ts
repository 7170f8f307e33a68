import { type AccountCalendar, createAccountCalendar } from '../../../core/calendar/account-calendar.ts';
import type { AccountRules } from '../../../core/calendar/caps.ts';
import { bookedSlotsAt, findSlot } from '../../../core/calendar/find-slot.ts';
import { localWeek } from '../../../core/calendar/local-day.ts';
import { type NetworkProfile, profileOf } from '../../../core/calendar/network-profile.ts';
import type { Slot } from '../../../core/calendar/next-free-slot.ts';
import type { NextSend } from '../../../core/calendar/next-send.ts';
import { slotQuestion } from '../../../core/calendar/slot-question.ts';
import { zoneOf } from '../../../core/calendar/zone-of.ts';
import { LIMIT_CLASSES } from '../../../language/plan/limit-class.ts';
import { creditsOf, limitClassOf } from '../../../language/plan/node-traits.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { listAccounts } from '../../store/accounts/find-account.ts';
import type { PersonInside } from '../../store/enrollments/list-people-inside.ts';
import { findFirstSend } from '../../store/slots/find-first-send.ts';
import { findAccountSlots } from '../../store/slots/find-slots.ts';

export interface TrialDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The limits that networks tolerate, by account. */
  readonly profiles?: readonly NetworkProfile[];
}

/** The calendar of an account, in which slots are tried out. */
export interface TrialCalendar {
  readonly zone: string;
  /** The slot that the next send of the person would find, which is taken from then on; null: there is none. */
  take(person: PersonInside, plan: Plan, send: NextSend): Slot | null;
}

/** Opens the calendars of these accounts, without the slots of the people who `give_up` theirs. */
export async function openTrialCalendars(
  { db, clock, profiles = [] }: TrialDeps,
  accounts: ReadonlySet<string>,
  plan: Plan,
  give_up: ReadonlySet<string>,
): Promise<Map<string, TrialCalendar>> {
  const trials = new Map<string, TrialCalendar>();
  for (const account of await listAccounts(db)) {
    const { id, name, daily_limit } = account;
    if (!accounts.has(id)) continue;
    const zone = zoneOf(account);
    const first = plan.warm_up ? await findFirstSend(db, id) : null;
    const profile = profileOf(account, profiles);
    const rules = { id, name, zone, daily_limit, profile, first_send_at: first?.getTime() ?? null };
    const slots = await findAccountSlots(db, id, localWeek(clock.now(), zone));
    const staying = slots.filter(
      ({ state, enrollment_id }) => state === 'used' || enrollment_id === null || !give_up.has(enrollment_id),
    );
    const booked = staying.flatMap((slot) => {
      const { sequence, local_day, local_week, domain } = slot;
      const step = `${slot.enrollment_id ?? slot.answer_id}/${slot.node}/${slot.visit}`;
      const limit_class = LIMIT_CLASSES.find((one) => one === slot.limit_class);
      if (!limit_class) return [];
      const one = { step, sequence, limit_class, at: slot.at.getTime(), local_day, local_week, domain };
      return Array.from({ length: slot.amount }, () => one);
    });
    trials.set(id, trialOf(rules, createAccountCalendar(booked)));
  }
  return trials;
}

const trialOf = (account: AccountRules, calendar: AccountCalendar): TrialCalendar => ({
  zone: account.zone,
  take(person, plan, { node, at }) {
    const question = slotQuestion({
      step: `${person.id}/${node.id}`,
      ...{ sequence: plan.sequence, plan, account },
      lead_timezone: person.lead?.timezone,
      limit_class: limitClassOf(node),
      mail_to: { address: person.lead?.email },
      credits: creditsOf(node),
    });
    const slot = findSlot(question, calendar, at);
    if (slot) for (const one of bookedSlotsAt(question, slot)) calendar.add(one);
    return slot;
  },
});
