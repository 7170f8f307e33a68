import { compareTexts } from '../../../shared/kit/compare-texts.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { millisecondsOf } from '../packed-numbers.ts';
import type { CountedResults, ResultCounts } from './counted-results.ts';
import { type CountedPeople, createPlaces } from './people-of-ledger.ts';
import type { Ledger } from './read-ledger.ts';
import type { Grouping } from './result-filter.ts';

type Groups = CountedResults['groups'];
type Counts = { -readonly [Count in keyof ResultCounts]: number };

export interface Judging {
  /** Whoever was contacted by then is judged, in microseconds of Postgres. */
  readonly until: number;
  /** Microseconds. */
  readonly window: number;
}

/** Counts people by their group, a number from 0; those of -1 are in none. */
export function countPeople(
  people: CountedPeople,
  group: Int32Array,
  groups: number,
  { until, window }: Judging,
): Counts[] {
  const counts = Array.from({ length: groups }, (): Counts => ({ ...NOTHING }));
  for (let n = 0; n < people.count; n++) {
    const place = group[n] ?? -1;
    const ofGroup = place < 0 ? undefined : counts[place];
    if (ofGroup === undefined) continue;
    const contacted_at = people.contacted_at[n] ?? Number.NaN;
    const replied_at = people.replied_at[n] ?? Number.NaN;
    ofGroup.enrolled++;
    ofGroup.credits += people.credits[n] ?? 0;
    ofGroup.inmails += people.inmails[n] ?? 0;
    ofGroup.finished += people.finished[n] ?? 0;
    ofGroup.positive += people.positive[n] ?? 0;
    if (!Number.isNaN(people.accepted_at[n] ?? Number.NaN)) ofGroup.accepted++;
    if (!Number.isNaN(replied_at)) ofGroup.replied++;
    if (Number.isNaN(contacted_at)) continue;
    ofGroup.contacted++;
    if (contacted_at > until) continue;
    ofGroup.judged++;
    if (replied_at >= contacted_at && replied_at <= contacted_at + window) ofGroup.judged_replied++;
  }
  return counts;
}

const NOTHING: ResultCounts = {
  ...{ enrolled: 0, contacted: 0, accepted: 0, replied: 0, positive: 0, finished: 0 },
  ...{ judged: 0, judged_replied: 0, credits: 0, inmails: 0 },
};

/** Groups may be more than anybody reads; the largest are given. */
const MOST_GROUPS = 500;

/** Counts the largest groups, the largest first. Whoever only waits to begin has no week and no account yet. */
export function countGroups(
  { kind }: Grouping,
  ledger: Ledger,
  people: CountedPeople,
  accounts: readonly string[],
  judging: Judging,
): Groups {
  const { texts: names, placeOf } = createPlaces<string | null>();
  const follows = kind === 'week' || kind === 'sender';
  const group = follows ? groupsThatFollow(kind, people, accounts, placeOf) : givenGroups(ledger, people, placeOf);
  const waiting = follows ? new Map([[null, ledger.enrolled - people.count]]) : ledger.waiting;
  for (const name of waiting.keys()) placeOf(name);
  const largest = largestOf(names, sizesOf(names, group, waiting));
  const among = new Int32Array(names.length).fill(-1);
  for (const [n, { place }] of largest.entries()) among[place] = n;
  const counts = countPeople(
    people,
    group.map((place) => among[place] ?? -1),
    largest.length,
    judging,
  );
  return largest.map(({ name, size }, n) => ({
    group: name,
    ...(counts[n] ?? NOTHING),
    enrolled: size,
  }));
}

/** Counts everybody of each group, by its place among the names. */
function sizesOf(
  names: readonly (string | null)[],
  group: Int32Array,
  waiting: ReadonlyMap<string | null, number>,
): Int32Array {
  const sizes = Int32Array.from(names, (name) => waiting.get(name) ?? 0);
  for (const place of group) sizes[place] = (sizes[place] ?? 0) + 1;
  return sizes;
}

function largestOf(names: readonly (string | null)[], sizes: Int32Array) {
  return names
    .map((name, place) => ({ name, place, size: sizes[place] ?? 0 }))
    .filter(({ size }) => size > 0)
    .sort((one, other) => other.size - one.size || compareNames(one.name, other.name))
    .slice(0, MOST_GROUPS);
}

type PlaceOf = (name: string | null) => number;

function givenGroups(ledger: Ledger, { count }: CountedPeople, placeOf: PlaceOf): Int32Array {
  const group = new Int32Array(count);
  let n = 0;
  for (const { groups } of ledger.people) for (const name of groups) group[n++] = placeOf(name);
  return group;
}

function groupsThatFollow(
  kind: 'week' | 'sender',
  people: CountedPeople,
  accounts: readonly string[],
  placeOf: PlaceOf,
): Int32Array {
  const group = new Int32Array(people.count);
  const weeks = new Map<number, number>();
  for (let n = 0; n < people.count; n++) {
    const contacted_at = people.contacted_at[n] ?? Number.NaN;
    if (Number.isNaN(contacted_at)) group[n] = placeOf(null);
    else if (kind === 'sender') group[n] = placeOf(accounts[people.sender[n] ?? -1] ?? null);
    else {
      const week = weekOf(contacted_at);
      const place = weeks.get(week) ?? placeOf(mondayOf(week));
      weeks.set(week, place);
      group[n] = place;
    }
  }
  return group;
}

/** Compares names for sorting; those who have none come last. */
const compareNames = (one: string | null, other: string | null): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : compareTexts(one, other);

const MICROSECONDS_PER_WEEK = 7 * DAY * 1000;
/** Postgres counts from a Saturday; the Monday after it is the first. */
const FIRST_MONDAY = 2 * DAY * 1000;

const weekOf = (time: number): number => Math.floor((time - FIRST_MONDAY) / MICROSECONDS_PER_WEEK);

const mondayOf = (week: number): string =>
  new Date(millisecondsOf(week * MICROSECONDS_PER_WEEK + FIRST_MONDAY)).toISOString().slice(0, 10);
