import { isSendClass } from '../../language/plan/node-traits.ts';
import type { LimitClass } from '../../language/plan/plan.ts';
import { createFullDayCache, type FullDayCache } from './full-day-cache.ts';
import { createSendTimes, type SendTimes } from './send-times.ts';

/** A slot in an account's calendar, booked or used. */
export interface BookedSlot {
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
  /** The step answers a person, so it never yields. */
  readonly urgent?: boolean;
  /** The step was sent. May be set in place, because nothing that is counted changes with it. */
  used?: boolean;
}

/** All slots of one account: its caps count them, and its sends keep their distance from them. */
export interface AccountCalendar {
  add(slot: BookedSlot): void;
  /** Removes exactly this slot. */
  take(slot: BookedSlot): void;
  /** Takes out what the step has; a step may have a slot of its class and one of its sequence's credits. */
  remove(step: string): readonly BookedSlot[];
  of(step: string): readonly BookedSlot[];
  /** The slots of one list (see `listOf`) on a local day. */
  onDay(list: string, localDay: string): readonly BookedSlot[];
  /** How many slots a list has in the week that begins on that Monday. */
  countOfWeek(list: string, localWeek: string): number;
  /** The times of a list's slots that are not used yet. */
  bookedTimes(list: string): number[];
  readonly sends: SendTimes;
  /** How many groups have slots of a list. */
  groupsIn(list: string): number;
  hasGroup(list: string, group: string): boolean;
  /** The weight of a group among all that share the account; 1 unless one was set. */
  weightOf(group: string): number;
  setWeight(group: string, weight: number): void;
  /** The days that earlier searches under these rules found full. */
  fullDaysOf(rules: string): FullDayCache;
}

/**
 * Names the list in which a slot is counted: one for a class across all sequences, but one for the credits of each
 * sequence.
 */
export function listOf(limitClass: LimitClass, sequence: string): string {
  return limitClass === 'credits' ? `credits ${sequence}` : limitClass;
}

/** Mails to one domain, of all sequences. */
export const domainList = (domain: string): string => `email @${domain}`;

function listsOf({ limit_class, sequence, domain }: BookedSlot): string[] {
  const list = listOf(limit_class, sequence);
  return domain ? [list, domainList(domain)] : [list];
}

/** The group that a slot is counted for when several share an account. */
export const groupOf = ({ campaign, sequence }: Pick<BookedSlot, 'campaign' | 'sequence'>): string =>
  campaign ?? `sequence ${sequence}`;

interface List {
  readonly days: Map<string, BookedSlot[]>;
  readonly weeks: Map<string, number>;
  readonly groups: Map<string, number>;
}

/** Searches under more rules than this are rare; the bound keeps a long-lived calendar from caching the full days of old versions. */
const CACHES_KEPT = 64;

const NONE: readonly BookedSlot[] = Object.freeze([]);

export function createAccountCalendar(slots: Iterable<BookedSlot> = []): AccountCalendar {
  const steps = new Map<string, BookedSlot[]>();
  const lists = new Map<string, List>();
  const caches = new Map<string, FullDayCache>();
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

  const unlist = (slot: BookedSlot): void => {
    for (const list of listsOf(slot).map(listNamed)) {
      const day = list.days.get(slot.local_day) ?? [];
      day.splice(day.indexOf(slot), 1);
      if (day.length === 0) list.days.delete(slot.local_day);
      count(list.weeks, slot.local_week, -1);
      count(list.groups, groupOf(slot), -1);
    }
    if (isSendClass(slot.limit_class)) sends.remove(slot.at);
    for (const cache of caches.values()) cache.forgetAround(slot);
  };

  const calendar: AccountCalendar = {
    add(slot) {
      push(steps, slot.step, slot);
      for (const list of listsOf(slot).map(listNamed)) {
        push(list.days, slot.local_day, slot);
        count(list.weeks, slot.local_week, 1);
        count(list.groups, groupOf(slot), 1);
      }
      if (isSendClass(slot.limit_class)) sends.add(slot.at);
    },
    take(slot) {
      const left = (steps.get(slot.step) ?? NONE).filter((other) => other !== slot);
      if (left.length === 0) steps.delete(slot.step);
      else steps.set(slot.step, left);
      unlist(slot);
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
    fullDaysOf(rules) {
      let memory = caches.get(rules);
      if (!memory) {
        if (caches.size >= CACHES_KEPT) caches.clear();
        memory = createFullDayCache();
        caches.set(rules, memory);
      }
      return memory;
    },
  };
  for (const slot of slots) calendar.add(slot);
  return calendar;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** Counts that become zero are deleted. */
function count(map: Map<string, number>, key: string, by: number): void {
  const sum = (map.get(key) ?? 0) + by;
  if (sum === 0) map.delete(key);
  else map.set(key, sum);
}
