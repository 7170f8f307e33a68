import { dayNumber } from '../../../core/calendar/local-day.ts';
import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { groupBy } from '../../../shared/kit/group-by.ts';
import { type BookedDay, countBookedSlots } from '../../store/slots/list-booked-slots.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import { type Foreseen, foreseeSends } from './foresee-sends.ts';
import type { Target } from './migration-outcome.ts';
import { type Mover, nameOf, type PersonOutcome } from './show-people.ts';
import type { TrialDeps } from './trial-calendars.ts';

/** The effect of a change on the sends of one account and class. */
export interface ShownCalendar {
  readonly account_id: string;
  readonly class: string;
  /** Booked now, by everybody. */
  readonly booked: number;
  /** Given up by those who move. */
  readonly freed: number;
  /** Booked anew by those who move to a step that takes a slot, or whose wait is over there, as it looks now. */
  readonly added: number;
  /** When the last slot falls then; null: none is booked. */
  readonly last: string | null;
  /** Sends a day if nobody moves, from today to the last that is booked or foreseen. */
  readonly daily_mean: number;
  /** The day on which most people become due who would not be due on it otherwise, if they are more than `daily_mean`; null: there is none. */
  readonly surge: { readonly date: string; readonly due: number } | null;
  /** The days on which something changes. `before` and `after`: sends that are booked, and those that time alone brings. */
  readonly days: readonly {
    readonly date: string;
    readonly freed: number;
    readonly added: number;
    readonly before: number;
    readonly after: number;
  }[];
}

/** Somebody whose next send is due as soon as they have moved, and would not be due yet otherwise. */
export interface DueAtOnce {
  readonly id: string;
  readonly name: string | null;
  readonly account_id: string;
  readonly class: string;
  /** The step in the version that the person moves to. */
  readonly node: string;
  /** The step in a few words. */
  readonly title: string;
  /** Null: nobody can tell, because something has to happen first. */
  readonly was_due: string | null;
}

export interface ShownCalendars {
  readonly calendar: readonly ShownCalendar[];
  /** `people`: the first hundred. */
  readonly due_at_once: { readonly count: number; readonly people: readonly DueAtOnce[] };
}

export type CalendarDeps = EnrollDeps & TrialDeps;

export const NO_CALENDARS: ShownCalendars = { calendar: [], due_at_once: { count: 0, people: [] } };
const MOST_NAMED = 100;

/** Shows the effect of a change on calendars, by account and class. Those for which nothing changes are left out. */
export async function showCalendars(
  deps: CalendarDeps,
  { plan }: Target,
  outcomes: readonly PersonOutcome[],
): Promise<ShownCalendars> {
  const movers = outcomes.filter((one): one is Mover => one.outcome.status === 'moves');
  if (movers.length === 0) return NO_CALENDARS;
  const now = deps.clock.now();
  const { staying, moved, zones } = await foreseeSends(deps, plan, movers, now);
  const accounts = new Set(movers.flatMap(({ outcome }) => Object.values(outcome.senders)));
  const ids = movers.map(({ person }) => person.id);
  const booked = groupBy(await countBookedSlots(deps.db, [...accounts], ids), keyOf);
  const [before, after] = [groupBy(staying, keyOf), groupBy(moved, keyOf)];
  const calendar = [...new Set([...booked.keys(), ...before.keys(), ...after.keys()])].sort().flatMap((key) => {
    const sends = { booked: booked.get(key) ?? [], staying: before.get(key) ?? [], moved: after.get(key) ?? [] };
    const shown = showOne(sends, now, zones);
    return shown.days.length === 0 ? [] : [shown];
  });
  const atOnce = moved.filter(({ due, was_due }) => due <= now && (was_due === null || was_due > now));
  return {
    calendar,
    due_at_once: { count: atOnce.length, people: atOnce.slice(0, MOST_NAMED).map((one) => showDue(one, plan)) },
  };
}

const keyOf = (one: { readonly account_id: string; readonly limit_class: string }): string =>
  `${one.account_id} ${one.limit_class}`;

interface Sends {
  readonly booked: readonly BookedDay[];
  readonly staying: readonly Foreseen[];
  readonly moved: readonly Foreseen[];
}

function showOne({ booked, staying, moved }: Sends, now: number, zones: ReadonlyMap<string, string>): ShownCalendar {
  const [first] = [...booked, ...staying, ...moved];
  const added = moved.filter(({ due }) => due <= now);
  const kept = booked.filter((day) => day.booked > day.theirs).map(({ last }) => last.getTime());
  const last = Math.max(...kept, ...added.map(({ at }) => at));
  const on = (sends: readonly Foreseen[], date: string) => sends.filter(({ local_day }) => local_day === date).length;
  const days = [
    ...new Set([...booked.map(({ day }) => day), ...[...staying, ...moved].map(({ local_day }) => local_day)]),
  ]
    .sort()
    .map((date) => {
      const { booked: all = 0, theirs: freed = 0 } = booked.find(({ day }) => day === date) ?? {};
      const before = all + on(staying, date);
      return { date, freed, added: on(added, date), before, after: all - freed + on(moved, date) };
    });
  const daily_mean = meanOf(days, dayNumber(now, zones.get(first?.account_id ?? '') ?? 'UTC'));
  return {
    account_id: first?.account_id ?? '',
    class: first?.limit_class ?? '',
    booked: booked.reduce((sum, day) => sum + day.booked, 0),
    freed: booked.reduce((sum, { theirs }) => sum + theirs, 0),
    added: added.length,
    last: Number.isFinite(last) ? new Date(last).toISOString() : null,
    daily_mean,
    surge: surgeOf({ staying, moved }, daily_mean),
    days: days.filter(({ freed, added: new_, before, after }) => freed + new_ > 0 || before !== after),
  };
}

/** The mean of sends a day from today to the last day with a send, to a hundredth. `today`: the number of the account's day. */
function meanOf(days: ShownCalendar['days'], today: number): number {
  const sent = days.filter(({ before }) => before > 0);
  const last = sent.at(-1)?.date;
  if (last === undefined) return 0;
  const span = Math.max(1, Date.parse(last) / DAY - today + 1);
  return Math.round((sent.reduce((sum, { before }) => sum + before, 0) / span) * 100) / 100;
}

function surgeOf({ staying, moved }: Omit<Sends, 'booked'>, daily_mean: number): ShownCalendar['surge'] {
  const otherwise = new Map(staying.map(({ mover, due_day }) => [mover.person.id, due_day]));
  const anew = moved.filter(({ mover, due_day }) => otherwise.get(mover.person.id) !== due_day);
  const [most] = [...groupBy(anew, ({ due_day }) => due_day)]
    .map(([date, those]) => ({ date, due: those.length }))
    .sort((one, other) => other.due - one.due || (one.date < other.date ? -1 : 1));
  return most !== undefined && most.due > daily_mean ? most : null;
}

const showDue = ({ mover: { person }, node, account_id, limit_class, was_due }: Foreseen, plan: Plan): DueAtOnce => ({
  ...{ id: person.id, name: nameOf(person.lead), account_id, class: limit_class },
  ...{ node, title: titleOfStep(plan, node) },
  was_due: was_due === null ? null : new Date(was_due).toISOString(),
});
