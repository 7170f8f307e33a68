import { LIMIT_CLASSES } from '../../../language/plan/limit-class.ts';
import { channelOf, isSendClass, limitClassOf } from '../../../language/plan/node-traits.ts';
import type { ChannelName, LimitClass, Plan } from '../../../language/plan/plan.ts';
import { lowestCap, warmUpCap } from '../../calendar/caps.ts';
import { dayName, dayNumber, weekdayOf } from '../../calendar/local-day.ts';
import { openWindows } from '../../calendar/open-windows.ts';
import type { AccountDay, Saturated, Simulation } from '../simulation.ts';
import type { SimulatedAccount, SlotRecord } from '../walk/walk-input.ts';
import type { Simulated } from './simulated.ts';

type ByAccount = Simulation['by_account'];

/** Counts what each account did of each class on each of its days, and how much it might have done. */
export function accountsOf({ input, span, pools, run }: Simulated): ByAccount {
  const slots = new Map<string, SlotRecord[]>();
  for (const slot of run.slots) {
    if (!slot.used) continue;
    const list = slots.get(slot.account);
    if (list) list.push(slot);
    else slots.set(slot.account, [slot]);
  }
  const leads = new Map<string, number>();
  for (const { timeline } of run.enrollments) {
    const seen: string[] = [];
    for (const { sender } of timeline) {
      if (sender === undefined || seen.includes(sender)) continue;
      seen.push(sender);
      leads.set(sender, (leads.get(sender) ?? 0) + 1);
    }
  }
  return pools.accounts.map((account) => {
    const own = slots.get(account.id) ?? [];
    const plans = input.plans.filter((plan) => uses(plan, account.channel, account.id));
    const firstDay = firstSend(account, own);
    const classes = classesOf(plans, account.channel).map((limitClass) => {
      const used = new Map<string, number>();
      for (const { limit_class, local_day } of own) {
        if (limit_class === limitClass) used.set(local_day, (used.get(local_day) ?? 0) + 1);
      }
      const first = dayNumber(span.start, account.zone);
      const by_day = daysOf({ plans, account, limitClass, used, first, count: span.days, firstDay });
      return { class: limitClass, used: by_day.reduce((sum, day) => sum + day.used, 0), by_day };
    });
    return { account: account.id, channel: account.channel, leads: leads.get(account.id) ?? 0, classes };
  });
}

function uses(plan: Plan, channel: ChannelName, account: string): boolean {
  const pool = plan.senders[channel];
  return pool === undefined || pool.length === 0 || pool.includes(account) || account.startsWith(`${channel}-extra-`);
}

/** The classes in which steps of this channel take slots; credits where they are limited. */
function classesOf(plans: readonly Plan[], channel: string): LimitClass[] {
  const nodes = plans.flatMap((plan) => Object.values(plan.nodes));
  const own = new Set(nodes.filter((node) => channelOf(node) === channel).map(limitClassOf));
  const spends = plans.some(({ limits }) => limits.credits !== undefined);
  return LIMIT_CLASSES.filter((limitClass) => own.has(limitClass) || (spends && limitClass === 'credits'));
}

function firstSend({ first_send_at, zone }: SimulatedAccount, slots: readonly SlotRecord[]): number | null {
  const sends = slots.filter(({ limit_class }) => isSendClass(limit_class)).map(({ at }) => at);
  const first = first_send_at ?? (sends.length > 0 ? sends.reduce((least, at) => Math.min(least, at)) : null);
  return first === null ? null : dayNumber(first, zone);
}

interface DaysQuestion {
  readonly plans: readonly Plan[];
  readonly account: SimulatedAccount;
  readonly limitClass: LimitClass;
  readonly used: ReadonlyMap<string, number>;
  readonly first: number;
  readonly count: number;
  readonly firstDay: number | null;
}

/** A day's cap is the lowest of the plans' that may send on it, and never more than the week has left. */
function daysOf({ plans, account, limitClass, used, first, count, firstDay }: DaysQuestion): AccountDay[] {
  // Each sequence has credits of its own, so together they may spend the sum.
  const lowest = (values: readonly number[]): number =>
    limitClass === 'credits' ? values.reduce((sum, value) => sum + value, 0) : Math.min(...values);
  const perDay = lowest(plans.map((plan) => lowestCap({ plan, account }, limitClass, 'day')));
  const perWeek = lowest(plans.map((plan) => lowestCap({ plan, account }, limitClass, 'week')));
  let week = 0;
  return Array.from({ length: count }, (_, index) => {
    const day = first + index;
    if (weekdayOf(day) === 0) week = 0;
    const date = dayName(day);
    const usedToday = used.get(date) ?? 0;
    const warm = lowest(plans.map((plan) => warmUpCap(plan, limitClass, day, firstDay)));
    const cap = Math.min(perDay, perWeek - week, limitClass === 'credits' ? Number.POSITIVE_INFINITY : warm);
    week += usedToday;
    const open = plans.some((plan) => isOpenOn(plan, account, limitClass, day));
    return { date, used: usedToday, cap: open ? (Number.isFinite(cap) ? Math.max(0, cap) : null) : 0 };
  });
}

function isOpenOn({ schedule }: Plan, { zone }: SimulatedAccount, limitClass: LimitClass, day: number): boolean {
  if (limitClass === 'credits' || schedule.hours === null) return true;
  const hours = schedule.timezone === 'lead' ? schedule.fallback_timezone : schedule.timezone;
  // A local day lies in at most three days of UTC.
  return [-1, 0, 1].some((offset) =>
    openWindows(day + offset, schedule, hours, zone).some((window) => window.account_day === day),
  );
}

/** Stretches of days on which a class of an account was at its cap; days on which it may send nothing do not interrupt them. */
export function saturatedOf(accounts: ByAccount): Saturated[] {
  const found: Saturated[] = [];
  for (const { account, classes } of accounts) {
    for (const { class: limitClass, by_day } of classes) {
      let from: string | null = null;
      let to = '';
      const close = (): void => {
        if (from !== null) found.push({ account, class: limitClass, from, to });
        from = null;
      };
      for (const { date, used, cap } of by_day) {
        // Closed, or the week's is used up.
        if (cap === 0 && used === 0) continue;
        if (cap !== null && used >= cap) {
          from ??= date;
          to = date;
        } else close();
      }
      close();
    }
  }
  return found.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.account < b.account ? -1 : 1));
}
