import { compareTexts } from '../../../shared/kit/compare-texts.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { millisecondsOf } from '../packed-numbers.ts';
import type { CountedResults, ResultCounts } from './counted-results.ts';
import { type CountedPeople, createPlaces } from './people-of-ledger.ts';
import { type Ledger, MOST_GROUPS } from './read-ledger.ts';
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

/** Counts the largest groups, the largest first; whoever only waits to begin has no week and no account yet. */
export function countGroups(
  { kind }: Grouping,
  ledger: Ledger,
  people: CountedPeople,
  accounts: readonly string[],
  judging: Judging,
): Groups {
  const group = new Int32Array(people.count).fill(-1);
  if (kind !== 'week' && kind !== 'sender') {
    for (const [place, { people: those }] of ledger.groups.entries()) for (const person of those) group[person] = place;
    const counts = countPeople(people, group, ledger.groups.length, judging);
    return ledger.groups.map(({ group: name, enrolled }, place) => ({
      group: name,
      ...(counts[place] ?? NOTHING),
      enrolled,
    }));
  }
  const { texts, placeOf } = createPlaces();
  const nobodys = placeOf('');
  const weeks = new Map<number, number>();
  for (let n = 0; n < people.count; n++) {
    const contacted_at = people.contacted_at[n] ?? Number.NaN;
    if (Number.isNaN(contacted_at)) group[n] = nobodys;
    else if (kind === 'sender') group[n] = placeOf(accounts[people.sender[n] ?? -1] ?? '');
    else {
      const week = weekOf(contacted_at);
      const place = weeks.get(week) ?? placeOf(mondayOf(week));
      weeks.set(week, place);
      group[n] = place;
    }
  }
  const waiting = ledger.enrolled - people.count;
  return countPeople(people, group, texts.length, judging)
    .map((counts, place) => ({
      group: place === nobodys ? null : (texts[place] ?? null),
      ...counts,
      enrolled: counts.enrolled + (place === nobodys ? waiting : 0),
    }))
    .filter(({ enrolled }) => enrolled > 0)
    .sort((one, other) => other.enrolled - one.enrolled || compareNames(one.group, other.group))
    .slice(0, MOST_GROUPS);
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
