import type { LimitClass } from '../../language/plan/plan.ts';
import { type AccountCalendar, type BookedSlot, groupOf, listOf } from './account-calendar.ts';
import { lowestCap, warmUpCap } from './caps.ts';
import { bookedSlotsAt, findSlot, firstSendDay, type SlotQuestion, slotsNeeded } from './find-slot.ts';
import { dayName, dayNumber, weekdayOf, weekName } from './local-day.ts';
import type { Slot } from './next-free-slot.ts';

/** A slot that another step holds and must yield. */
export interface TakenOver {
  readonly slot: Slot;
  /** The step that has it, or one next to it: it needs another slot. */
  readonly from: string;
  readonly why: 'answer' | 'share';
}

/** How many slots of a day, and of all days, are tried where hours or distances do not fit, before the step waits like all others. */
const TRIED_OF_DAY = 60;
const TRIED = 200;
const HORIZON_DAYS = 730;

/**
 * A slot earlier than `plain`, the next free one, that another step has to yield: a step that answers a person goes before new
 * contacts, and a group that has less than its share of a day goes before the group that has more. The last one of the day yields.
 * No slot is ever kept empty for anybody. See docs/decisions/fair-shares.md.
 */
export function findTakeOver(
  question: SlotQuestion,
  calendar: AccountCalendar,
  after: number,
  plain: Slot | null,
): TakenOver | null {
  const { limit_class, account, urgent = false } = question;
  if (limit_class === null || limit_class === 'credits') return null;
  const list = listOf(limit_class, question.sequence);
  const own = groupOf(question);
  calendar.setWeight(own, question.weight ?? calendar.weightOf(own));
  const others = calendar.groupsIn(list);
  if (others === 0 || (!urgent && others === 1 && calendar.hasGroup(list, own))) return null;
  const first = dayNumber(after, account.zone);
  let tried = 0;
  for (let day = first; day < first + HORIZON_DAYS && tried < TRIED; ) {
    const name = dayName(day);
    if (plain !== null && name >= plain.local_day) return null;
    const wholeWeek = isFullByWeek(question, calendar, limit_class, list, day);
    const days = wholeWeek ? daysOfWeek(day, first) : [name];
    const taken = days.flatMap((one) => calendar.onDay(list, one));
    const turn = wholeWeek ? Math.floor((day - weekdayOf(day)) / 7) : day;
    const yields = urgent ? () => true : overShare(calendar, taken, own, turn);
    const may = (one: BookedSlot) =>
      isNew(one) && one.at > after && one.step !== question.step && (yields?.(groupOf(one)) ?? false);
    for (const victim of yields ? lastFirst(taken.filter(may)) : []) {
      tried += 1;
      const slot = inSlotOf(question, calendar, victim, after);
      const fits = slot && (wholeWeek ? slot.local_week <= victim.local_week : slot.local_day <= victim.local_day);
      if (slot && fits && (plain === null || slot.at < plain.at)) {
        return { slot, from: victim.step, why: urgent ? 'answer' : 'share' };
      }
    }
    day = wholeWeek ? day - weekdayOf(day) + 7 : day + 1;
  }
  return null;
}

/** Whether the day still has room by its own caps, so that only the week's is in the way. */
function isFullByWeek(
  question: SlotQuestion,
  calendar: AccountCalendar,
  limitClass: LimitClass,
  list: string,
  day: number,
): boolean {
  const perWeek = lowestCap(question, limitClass, 'week');
  const needed = slotsNeeded(limitClass, question);
  if (calendar.countOfWeek(list, weekName(day)) + needed <= perWeek) return false;
  const firstDay = question.plan.warm_up ? firstSendDay(question.account, calendar) : null;
  const perDay = Math.min(lowestCap(question, limitClass, 'day'), warmUpCap(question.plan, limitClass, day, firstDay));
  return calendar.onDay(list, dayName(day)).length + needed <= perDay;
}

function daysOfWeek(day: number, first: number): string[] {
  const monday = day - weekdayOf(day);
  return Array.from({ length: 7 }, (_, index) => monday + index)
    .filter((one) => one >= first)
    .map(dayName);
}

/**
 * Which groups have more than their share of these slots, when the asking group has less than its own; null: it has its share. Only
 * groups that ask count: a share that nobody asks for is free for all.
 */
function overShare(
  calendar: AccountCalendar,
  taken: readonly BookedSlot[],
  own: string,
  turn: number,
): ((group: string) => boolean) | null {
  const counts = new Map([[own, 0]]);
  for (const one of taken) counts.set(groupOf(one), (counts.get(groupOf(one)) ?? 0) + 1);
  if (counts.size === 1) return null;
  const shares = sharesOf(
    [...counts.keys()].map((group) => ({ group, weight: calendar.weightOf(group) })),
    taken.length,
    turn,
  );
  const over = (group: string) => (counts.get(group) ?? 0) > (shares.get(group) ?? 0);
  return (counts.get(own) ?? 0) < (shares.get(own) ?? 0) ? over : null;
}

/**
 * The whole numbers of `slots` that the groups may have in a turn (a day, a week). Remainders rotate, so that over many turns each
 * group gets exactly its share, even of one slot a day.
 */
export function sharesOf(
  groups: readonly { readonly group: string; readonly weight: number }[],
  slots: number,
  turn: number,
): Map<string, number> {
  const inOrder = [...groups].sort((a, b) => (a.group < b.group ? -1 : 1));
  const total = inOrder.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<string, number>();
  let before = 0;
  for (const { group, weight } of inOrder) {
    const until = (turns: number) => Math.floor((turns * slots * weight + before) / total);
    shares.set(group, until(turn + 1) - until(turn));
    before += weight;
  }
  return shares;
}

/** A new contact that was not made yet. */
const isNew = ({ used, urgent }: BookedSlot): boolean => !used && !urgent;

const lastFirst = (found: BookedSlot[]): BookedSlot[] => found.sort((a, b) => b.at - a.at).slice(0, TRIED_OF_DAY);

function inSlotOf(question: SlotQuestion, calendar: AccountCalendar, victim: BookedSlot, after: number): Slot | null {
  const yielded = calendar.remove(victim.step);
  const slot = findSlot(question, calendar, after);
  for (const one of yielded) calendar.add(one);
  return slot;
}

/** The next slot of the yielding step, once the other one has taken its slot. The calendar stays unchanged. */
export function slotAfterYielding(
  yielding: SlotQuestion,
  calendar: AccountCalendar,
  question: SlotQuestion,
  slot: Slot,
  now: number,
): Slot | null {
  const yielded = calendar.remove(yielding.step);
  const taken = bookedSlotsAt(question, slot);
  for (const one of taken) calendar.add(one);
  const next = findSlot(yielding, calendar, now);
  for (const one of taken) calendar.take(one);
  for (const one of yielded) calendar.add(one);
  return next;
}
