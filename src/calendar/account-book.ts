import { isSendClass } from '../plan/node-traits.ts';
import type { LimitClass } from '../plan/plan.ts';
import { createRoomMemory, type RoomMemory } from './room-memory.ts';
import { createSendTimes, type SendTimes } from './send-times.ts';

/** A place in an account's calendar, booked or used. */
export interface Booking {
  /** `<enrollment>/<node>/<visit>`. */
  readonly step: string;
  readonly sequence: string;
  readonly limit_class: LimitClass;
  readonly at: number;
  /** `YYYY-MM-DD` in the account's zone. */
  readonly local_day: string;
  /** The Monday of the ISO week in the account's zone. */
  readonly local_week: string;
}

/** All places of one account: what its caps count and its sends keep their distance from. */
export interface AccountBook {
  add(booking: Booking): void;
  /** Takes out what the step has; a step may have a place of its class and one of its sequence's credits. */
  remove(step: string): readonly Booking[];
  of(step: string): readonly Booking[];
  /** The places of one list (see `listOf`) on a local day. */
  onDay(list: string, localDay: string): readonly Booking[];
  /** How many places a list has in the week that begins on that Monday. */
  countOfWeek(list: string, localWeek: string): number;
  readonly sends: SendTimes;
  /** What earlier searches under these rules found full. */
  memoryOf(rules: string): RoomMemory;
}

/** What is counted together: a class across all sequences, but the credits of each sequence for itself. */
export function listOf(limitClass: LimitClass, sequence: string): string {
  return limitClass === 'credits' ? `credits ${sequence}` : limitClass;
}

interface List {
  readonly days: Map<string, Booking[]>;
  readonly weeks: Map<string, number>;
}

const NONE: readonly Booking[] = Object.freeze([]);

export function createAccountBook(bookings: Iterable<Booking> = []): AccountBook {
  const steps = new Map<string, Booking[]>();
  const lists = new Map<string, List>();
  const memories = new Map<string, RoomMemory>();
  const sends = createSendTimes();

  const listFor = (booking: Booking): List => {
    const name = listOf(booking.limit_class, booking.sequence);
    let list = lists.get(name);
    if (!list) {
      list = { days: new Map(), weeks: new Map() };
      lists.set(name, list);
    }
    return list;
  };

  const take = (booking: Booking): void => {
    const list = listFor(booking);
    const day = list.days.get(booking.local_day) ?? [];
    day.splice(day.indexOf(booking), 1);
    list.weeks.set(booking.local_week, (list.weeks.get(booking.local_week) ?? 1) - 1);
    if (isSendClass(booking.limit_class)) sends.remove(booking.at);
    for (const memory of memories.values()) memory.forgetAround(booking);
  };

  const book: AccountBook = {
    add(booking) {
      push(steps, booking.step, booking);
      const list = listFor(booking);
      push(list.days, booking.local_day, booking);
      list.weeks.set(booking.local_week, (list.weeks.get(booking.local_week) ?? 0) + 1);
      if (isSendClass(booking.limit_class)) sends.add(booking.at);
    },
    remove(step) {
      const own = steps.get(step) ?? NONE;
      steps.delete(step);
      own.forEach(take);
      return own;
    },
    of: (step) => steps.get(step) ?? NONE,
    onDay: (list, localDay) => lists.get(list)?.days.get(localDay) ?? NONE,
    countOfWeek: (list, localWeek) => lists.get(list)?.weeks.get(localWeek) ?? 0,
    sends,
    memoryOf(rules) {
      let memory = memories.get(rules);
      if (!memory) {
        memory = createRoomMemory();
        memories.set(rules, memory);
      }
      return memory;
    },
  };
  for (const booking of bookings) book.add(booking);
  return book;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
