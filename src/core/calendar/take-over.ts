import type { LimitClass } from '../../language/plan/plan.ts';
import { type AccountBook, type Booking, groupOf, listOf } from './account-calendar.ts';
import { lowestCap, warmUpCap } from './caps.ts';
import { bookingsAt, findPlace, firstSendDay, type PlaceQuestion, placesNeeded } from './find-slot.ts';
import { dayName, dayNumber, weekdayOf, weekName } from './local-day.ts';
import type { Slot } from './next-free-slot.ts';

/** A place that another step has, and must yield. */
export interface TakenOver {
  readonly place: Slot;
  /** The step that has it, or one next to it: it needs another place. */
  readonly from: string;
  readonly why: 'answer' | 'share';
}

/** Places of a day, and of all days, that are tried where hours or distances do not fit, before the step waits like everybody. */
const TRIED_OF_DAY = 60;
const TRIED = 200;
const HORIZON_DAYS = 730;

/**
 * A place earlier than `plain`, the next free one, that another step has to yield: a step that answers a person goes before new
 * contacts, and a group that has less than its share of a day goes before the group that has more. The last one of the day yields.
 * No place is ever kept empty for anybody. See docs/decisions/fair-shares.md.
 */
export function findTakeOver(
  question: PlaceQuestion,
  book: AccountBook,
  after: number,
  plain: Slot | null,
): TakenOver | null {
  const { limit_class, account, urgent = false } = question;
  if (limit_class === null || limit_class === 'credits') return null;
  const list = listOf(limit_class, question.sequence);
  const own = groupOf(question);
  book.setWeight(own, question.weight ?? book.weightOf(own));
  const others = book.groupsIn(list);
  if (others === 0 || (!urgent && others === 1 && book.hasGroup(list, own))) return null;
  const first = dayNumber(after, account.zone);
  let tried = 0;
  for (let day = first; day < first + HORIZON_DAYS && tried < TRIED; ) {
    const name = dayName(day);
    if (plain !== null && name >= plain.local_day) return null;
    const wholeWeek = isFullByWeek(question, book, limit_class, list, day);
    const days = wholeWeek ? daysOfWeek(day, first) : [name];
    const taken = days.flatMap((one) => book.onDay(list, one));
    const turn = wholeWeek ? Math.floor((day - weekdayOf(day)) / 7) : day;
    const yields = urgent ? () => true : overShare(book, taken, own, turn);
    const may = (one: Booking) =>
      isNew(one) && one.at > after && one.step !== question.step && (yields?.(groupOf(one)) ?? false);
    for (const victim of yields ? lastFirst(taken.filter(may)) : []) {
      tried += 1;
      const place = inPlaceOf(question, book, victim, after);
      const fits = place && (wholeWeek ? place.local_week <= victim.local_week : place.local_day <= victim.local_day);
      if (place && fits && (plain === null || place.at < plain.at)) {
        return { place, from: victim.step, why: urgent ? 'answer' : 'share' };
      }
    }
    day = wholeWeek ? day - weekdayOf(day) + 7 : day + 1;
  }
  return null;
}

/** Whether the day still has room by its own caps, so that only the week's is in the way. */
function isFullByWeek(
  question: PlaceQuestion,
  book: AccountBook,
  limitClass: LimitClass,
  list: string,
  day: number,
): boolean {
  const perWeek = lowestCap(question, limitClass, 'week');
  const needed = placesNeeded(limitClass, question);
  if (book.countOfWeek(list, weekName(day)) + needed <= perWeek) return false;
  const firstDay = question.plan.warm_up ? firstSendDay(question.account, book) : null;
  const perDay = Math.min(lowestCap(question, limitClass, 'day'), warmUpCap(question.plan, limitClass, day, firstDay));
  return book.onDay(list, dayName(day)).length + needed <= perDay;
}

function daysOfWeek(day: number, first: number): string[] {
  const monday = day - weekdayOf(day);
  return Array.from({ length: 7 }, (_, index) => monday + index)
    .filter((one) => one >= first)
    .map(dayName);
}

/**
 * Which groups have more than their share of these places, when the asking group has less than its own; null: it has its share. Only
 * who is there counts: a share that nobody asks for is everybody's.
 */
function overShare(
  book: AccountBook,
  taken: readonly Booking[],
  own: string,
  turn: number,
): ((group: string) => boolean) | null {
  const counts = new Map([[own, 0]]);
  for (const booking of taken) counts.set(groupOf(booking), (counts.get(groupOf(booking)) ?? 0) + 1);
  if (counts.size === 1) return null;
  const shares = sharesOf(
    [...counts.keys()].map((group) => ({ group, weight: book.weightOf(group) })),
    taken.length,
    turn,
  );
  const over = (group: string) => (counts.get(group) ?? 0) > (shares.get(group) ?? 0);
  return (counts.get(own) ?? 0) < (shares.get(own) ?? 0) ? over : null;
}

/**
 * The whole numbers of `places` that the groups may have in a turn (a day, a week). What does not come out even goes round: over
 * many turns each gets exactly its share, also of one place a day.
 */
export function sharesOf(
  groups: readonly { readonly group: string; readonly weight: number }[],
  places: number,
  turn: number,
): Map<string, number> {
  const inOrder = [...groups].sort((a, b) => (a.group < b.group ? -1 : 1));
  const total = inOrder.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<string, number>();
  let before = 0;
  for (const { group, weight } of inOrder) {
    const until = (turns: number) => Math.floor((turns * places * weight + before) / total);
    shares.set(group, until(turn + 1) - until(turn));
    before += weight;
  }
  return shares;
}

/** A contact that is still to come, and answers nobody. */
const isNew = ({ used, urgent }: Booking): boolean => !used && !urgent;

const lastFirst = (bookings: Booking[]): Booking[] => bookings.sort((a, b) => b.at - a.at).slice(0, TRIED_OF_DAY);

function inPlaceOf(question: PlaceQuestion, book: AccountBook, victim: Booking, after: number): Slot | null {
  const yielded = book.remove(victim.step);
  const place = findPlace(question, book, after);
  for (const booking of yielded) book.add(booking);
  return place;
}

/** Where the step that yields goes, once the other one has its place. The book stays as it is. */
export function placeAfterYielding(
  yielding: PlaceQuestion,
  book: AccountBook,
  question: PlaceQuestion,
  place: Slot,
  now: number,
): Slot | null {
  const yielded = book.remove(yielding.step);
  const taken = bookingsAt(question, place);
  for (const booking of taken) book.add(booking);
  const next = findPlace(yielding, book, now);
  for (const booking of taken) book.take(booking);
  for (const booking of yielded) book.add(booking);
  return next;
}
