import { setImmediate } from 'node:timers/promises';
import { compareTexts } from '../../../shared/kit/compare-texts.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { countGroups, countPeople } from './count-groups.ts';
import { countSteps, createSteps, type Moments } from './count-steps.ts';
import type { CountedResults } from './counted-results.ts';
import { type CountedPeople, createPlaces, peopleOf } from './people-of-ledger.ts';
import type { Ledger, PeopleAlike } from './read-ledger.ts';
import type { ResultsAsked } from './result-filter.ts';
import { timesBetween } from './times-between.ts';

type Asked = Pick<ResultsAsked, 'by' | 'window_days'>;

/** Counts what the ledger of a campaign says. Others have their turn between its parts, each of which takes some milliseconds for a hundred thousand people. */
export async function countLedger(ledger: Ledger, { by, window_days }: Asked): Promise<CountedResults> {
  const people = peopleOf(ledger);
  const steps = createSteps(people.sequences);
  const accounts = createPlaces();
  const moments: Moments[] = [];
  for (const done of countSteps(ledger.calls, people, steps, accounts.placeOf)) {
    moments.push(done);
    await setImmediate();
  }
  for (const { sequence, standing, count } of ledger.people) {
    if (standing !== null) steps.of(people.sequences.indexOf(sequence), standing).standing += count;
  }
  for (const answers of answersOf(people)) {
    const after = moments.findIndex(({ what }) => compareTexts(what, answers.what) > 0);
    moments.splice(after < 0 ? moments.length : after, 0, answers);
  }
  await setImmediate();
  const times = timesBetween(moments, people);
  await setImmediate();
  const judging = { until: ledger.judged_until, window: window_days * DAY * 1000 };
  const [counts] = countPeople(people, new Int32Array(people.count), 1, judging);
  if (counts === undefined) throw new Error('nothing was counted');
  return {
    total: { ...counts, enrolled: ledger.enrolled },
    outcomes: countBy(ledger.people, ({ outcome }) => outcome),
    labels: countBy(ledger.people, ({ label }) => label),
    ...{ steps: steps.all(), times },
    groups: countGroups(by, ledger, people, accounts.texts, judging),
  };
}

function countBy(
  people: readonly PeopleAlike[],
  nameOf: (alike: PeopleAlike) => string | null,
): Record<string, number> {
  const counts = new Map<string, number>();
  for (const alike of people) {
    const name = nameOf(alike);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + alike.count);
  }
  return Object.fromEntries(counts);
}

/** When people accepted, and when they replied. */
const answersOf = ({ accepted_at, replied_at }: CountedPeople): Moments[] => [
  { what: 'accepted', ...known(accepted_at) },
  { what: 'replied', ...known(replied_at) },
];

function known(times: Float64Array): Omit<Moments, 'what'> {
  const people = new Int32Array(times.length);
  const at = new Float64Array(times.length);
  let count = 0;
  for (let n = 0; n < times.length; n++) {
    const time = times[n] ?? Number.NaN;
    if (Number.isNaN(time)) continue;
    people[count] = n;
    at[count++] = time;
  }
  return { people: people.subarray(0, count), at: at.subarray(0, count) };
}
