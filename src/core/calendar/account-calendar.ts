import { isSendClass } from '../../language/plan/node-traits.ts';
import type { LimitClass } from '../../language/plan/plan.ts';
import { createRoomMemory, type RoomMemory } from './full-day-cache.ts';
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
  /** Domain of the recipient (email only). */
  readonly domain?: string | null;
  /** Campaigns share an account by weight. Null or absent: enrolled by itself, and counted with its sequence. */
  readonly campaign?: string | null;
  /** It answers a person, so it never yields. */
  readonly urgent?: boolean;
  /** It went out; set when it does, for that changes nothing of what is counted. */
  used?: boolean;
}

/** All places of one account: what its caps count and its sends keep their distance from. */
export interface AccountBook {
  add(booking: Booking): void;
  /** Takes out this very one. */
  take(booking: Booking): void;
  /** Takes out what the step has; a step may have a place of its class and one of its sequence's credits. */
  remove(step: string): readonly Booking[];
  of(step: string): readonly Booking[];
  /** The places of one list (see `listOf`) on a local day. */
  onDay(list: string, localDay: string): readonly Booking[];
  /** How many places a list has in the week that begins on that Monday. */
  countOfWeek(list: string, localWeek: string): number;
  /** Of a list, when its places that are still to be used are. */
  bookedTimes(list: string): number[];
  readonly sends: SendTimes;
  /** How many groups have places of a list. */
  groupsIn(list: string): number;
  hasGroup(list: string, group: string): boolean;
  /** Of a group among all that share the account; 1 where none was told. */
  weightOf(group: string): number;
  setWeight(group: string, weight: number): void;
  /** What earlier searches under these rules found full. */
  memoryOf(rules: string): RoomMemory;
}

/** What is counted together: a class across all sequences, but the credits of each sequence for itself. */
export function listOf(limitClass: LimitClass, sequence: string): string {
  return limitClass === 'credits' ? `credits ${sequence}` : limitClass;
}

/** Mails to one domain, of all sequences. */
export const domainList = (domain: string): string => `email @${domain}`;

function listsOf({ limit_class, sequence, domain }: Booking): string[] {
  const list = listOf(limit_class, sequence);
  return domain ? [list, domainList(domain)] : [list];
}

/** Whom a place is counted for where several share an account. */
export const groupOf = ({ campaign, sequence }: Pick<Booking, 'campaign' | 'sequence'>): string =>
  campaign ?? `sequence ${sequence}`;

interface List {
  readonly days: Map<string, Booking[]>;
  readonly weeks: Map<string, number>;
  readonly groups: Map<string, number>;
}

/** Searches under more rules than that are rare: a book that lives long must not keep what old versions found full. */
const MEMORIES_KEPT = 64;

const NONE: readonly Booking[] = Object.freeze([]);

export function createAccountBook(bookings: Iterable<Booking> = []): AccountBook {
  const steps = new Map<string, Booking[]>();
  const lists = new Map<string, List>();
  const memories = new Map<string, RoomMemory>();
  const weights = new Map<string, number>();
  const sends = createSendTimes();

  const listNamed = (name: string): List => {
    let list = lists.get(name);
    if (!list) {
      list = { days: new Map(), weeks: new Map(), groups: new Map() };
      lists.set(name, list);
    }
    return list;
  };

  const unlist = (booking: Booking): void => {
    for (const list of listsOf(booking).map(listNamed)) {
      const day = list.days.get(booking.local_day) ?? [];
      day.splice(day.indexOf(booking), 1);
      if (day.length === 0) list.days.delete(booking.local_day);
      count(list.weeks, booking.local_week, -1);
      count(list.groups, groupOf(booking), -1);
    }
    if (isSendClass(booking.limit_class)) sends.remove(booking.at);
    for (const memory of memories.values()) memory.forgetAround(booking);
  };

  const book: AccountBook = {
    add(booking) {
      push(steps, booking.step, booking);
      for (const list of listsOf(booking).map(listNamed)) {
        push(list.days, booking.local_day, booking);
        count(list.weeks, booking.local_week, 1);
        count(list.groups, groupOf(booking), 1);
      }
      if (isSendClass(booking.limit_class)) sends.add(booking.at);
    },
    take(booking) {
      const left = (steps.get(booking.step) ?? NONE).filter((other) => other !== booking);
      if (left.length === 0) steps.delete(booking.step);
      else steps.set(booking.step, left);
      unlist(booking);
    },
    remove(step) {
      const own = steps.get(step) ?? NONE;
      steps.delete(step);
      own.forEach(unlist);
      return own;
    },
    of: (step) => steps.get(step) ?? NONE,
    onDay: (list, localDay) => lists.get(list)?.days.get(localDay) ?? NONE,
    countOfWeek: (list, localWeek) => lists.get(list)?.weeks.get(localWeek) ?? 0,
    bookedTimes: (list) =>
      [...(lists.get(list)?.days.values() ?? [])].flatMap((day) => day.filter(({ used }) => !used).map(({ at }) => at)),
    sends,
    groupsIn: (list) => lists.get(list)?.groups.size ?? 0,
    hasGroup: (list, group) => lists.get(list)?.groups.has(group) ?? false,
    weightOf: (group) => weights.get(group) ?? 1,
    setWeight: (group, weight) => void weights.set(group, weight),
    memoryOf(rules) {
      let memory = memories.get(rules);
      if (!memory) {
        if (memories.size >= MEMORIES_KEPT) memories.clear();
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

/** What comes to nothing is not kept. */
function count(map: Map<string, number>, key: string, by: number): void {
  const sum = (map.get(key) ?? 0) + by;
  if (sum === 0) map.delete(key);
  else map.set(key, sum);
}
