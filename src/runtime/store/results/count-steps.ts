import { SEND_CLASSES } from '../../../language/plan/node-traits.ts';
import { compareTexts } from '../../../shared/kit/compare-texts.ts';
import type { StepCounts } from './counted-results.ts';
import type { CountedPeople } from './people-of-ledger.ts';
import type { CallsAlike } from './read-ledger.ts';
import { STEP_RESULTS } from './result-filter.ts';

/** When the same happened to each of these people: a step was done, or they answered. */
export interface Moments {
  readonly what: string;
  readonly people: Int32Array;
  readonly at: Float64Array;
}

type StepCount = { -readonly [Count in keyof StepCounts]: StepCounts[Count] };

interface CountedSteps {
  /** The counts of a step for the people of a sequence, by its place. */
  readonly of: (sequence: number, node: string) => StepCount;
  readonly all: () => readonly StepCount[];
}

export function createSteps(sequences: readonly string[]): CountedSteps {
  const steps = new Map<string, StepCount>();
  return {
    of(place, node) {
      const key = `${place} ${node}`;
      const known = steps.get(key);
      if (known !== undefined) return known;
      const step = {
        ...{ sequence: sequences[place] ?? '', node, reached: 0, done: 0, in_doubt: 0, refused: 0, not_done: 0 },
        ...{ standing: 0, accepted: 0, answered: 0, calls: 0, credits: 0 },
      };
      steps.set(key, step);
      return step;
    },
    all: () => [...steps.values()],
  };
}

/** The place of each state among `STEP_RESULTS`, where the best comes first. */
const RESULT: Readonly<Record<CallsAlike['state'], number>> = {
  ...{ done: 0, without_effect: 0, sent: 1, unknown: 1, refused: 2, not_done: 3 },
};
const DONE = RESULT.done;
const NO_RESULT = STEP_RESULTS.length;

/** How a step went for each of the people for whom it was begun, over all its visits. */
interface StepOfPeople {
  count: number;
  readonly people: Int32Array;
  readonly result: Uint8Array;
  /** When it was first done. */
  readonly at: Float64Array;
  /** The least of its classes and of its accounts, as places. */
  readonly limit_class: Uint8Array;
  readonly account: Int32Array;
  readonly calls: Int32Array;
  readonly credits: Int32Array;
  /** The place of each person, from 1; 0: nobody. */
  readonly places: Int32Array;
}

function emptyStep(people: number): StepOfPeople {
  const numbers = () => new Int32Array(people);
  return {
    ...{ count: 0, people: numbers(), places: numbers(), account: numbers(), calls: numbers(), credits: numbers() },
    ...{ at: new Float64Array(people), result: new Uint8Array(people), limit_class: new Uint8Array(people) },
  };
}

/** Puts the calls of a step in the place of those of the step before it. */
function readStep(
  step: StepOfPeople,
  calls: readonly CallsAlike[],
  classes: readonly string[],
  accountOf: (id: string) => number,
): void {
  const { places } = step;
  for (let place = 0; place < step.count; place++) places[step.people[place] ?? 0] = 0;
  step.count = 0;
  for (const { people, state, at, limit_class, account_id, credits } of calls) {
    const account = accountOf(account_id);
    const result = RESULT[state];
    const kind = limit_class === null ? classes.length : classes.indexOf(limit_class);
    for (let n = 0; n < people.length; n++) {
      const person = people[n] ?? 0;
      let place = (places[person] ?? 0) - 1;
      if (place < 0) {
        place = step.count++;
        places[person] = step.count;
        step.people[place] = person;
        step.at[place] = Number.NaN;
        step.result[place] = NO_RESULT;
        step.limit_class[place] = classes.length;
        step.calls[place] = 0;
        step.credits[place] = 0;
        // The calls are in the order of their accounts.
        step.account[place] = account;
      }
      if (kind < (step.limit_class[place] ?? 0)) step.limit_class[place] = kind;
      if (result < (step.result[place] ?? 0)) step.result[place] = result;
      step.credits[place] = (step.credits[place] ?? 0) + credits;
      if (result !== DONE) continue;
      const begun = at[n] ?? Number.NaN;
      const first = step.at[place] ?? Number.NaN;
      if (Number.isNaN(first) || begun < first) step.at[place] = begun;
      if (state === 'done') step.calls[place] = (step.calls[place] ?? 0) + 1;
    }
  }
}

/**
 * Counts the steps of all people, one after the other in the order of their names, and yields when each was done. Notes of each person who contacted them first, and what they replied to. Where two steps
 * were done at the same moment, the one before is the first contact, and the other is what a reply answers.
 */
export function* countSteps(
  calls: readonly CallsAlike[],
  people: CountedPeople,
  steps: CountedSteps,
  accountOf: (id: string) => number,
): Generator<Moments> {
  const classes = [...new Set(calls.flatMap(({ limit_class }) => limit_class ?? []))].sort(compareTexts);
  const step = emptyStep(people.count);
  const nodes: string[] = [];
  for (let from = 0, to = 0; from < calls.length; from = to) {
    const node = calls[from]?.node ?? '';
    while (calls[to]?.node === node) to++;
    readStep(step, calls.slice(from, to), classes, accountOf);
    countStep(step, classes, people, (sequence) => steps.of(sequence, node));
    noteContacts(step, classes, people, nodes.push(node) - 1);
    yield { what: node, ...doneOf(step) };
  }
  countAnswered(people, (sequence, place) => steps.of(sequence, nodes[place] ?? ''));
}

function countStep(
  step: StepOfPeople,
  classes: readonly string[],
  people: CountedPeople,
  countOf: (sequence: number) => StepCount,
): void {
  const counts: (StepCount | undefined)[] = people.sequences.map(() => undefined);
  const invite = classes.indexOf('invite');
  const inmail = classes.indexOf('inmail');
  for (let n = 0; n < step.count; n++) {
    const person = step.people[n] ?? 0;
    const sequence = people.sequence[person] ?? 0;
    const count = counts[sequence] ?? countOf(sequence);
    counts[sequence] = count;
    const result = step.result[n] ?? NO_RESULT;
    const limit_class = step.limit_class[n] ?? 0;
    const credits = step.credits[n] ?? 0;
    const calls = step.calls[n] ?? 0;
    count.reached++;
    count[STEP_RESULTS[result] ?? 'not_done']++;
    count.calls += calls;
    count.credits += credits;
    people.credits[person] = (people.credits[person] ?? 0) + credits;
    if (limit_class === inmail) people.inmails[person] = (people.inmails[person] ?? 0) + calls;
    const accepted = !Number.isNaN(people.accepted_at[person] ?? Number.NaN);
    if (result === DONE && limit_class === invite && accepted) count.accepted++;
  }
}

function noteContacts(step: StepOfPeople, classes: readonly string[], people: CountedPeople, place: number): void {
  const sends = classes.map((name) => SENDS.has(name));
  for (let n = 0; n < step.count; n++) {
    const limit_class = step.limit_class[n] ?? 0;
    if (step.result[n] !== DONE || limit_class >= sends.length || !sends[limit_class]) continue;
    const person = step.people[n] ?? 0;
    const at = step.at[n] ?? Number.NaN;
    const first = people.contacted_at[person] ?? Number.NaN;
    if (Number.isNaN(first) || at < first) {
      people.contacted_at[person] = at;
      people.sender[person] = step.account[n] ?? 0;
    }
    const last = people.answered_at[person] ?? Number.NaN;
    if (at <= (people.replied_at[person] ?? Number.NaN) && (Number.isNaN(last) || at >= last)) {
      people.answered_at[person] = at;
      people.answered[person] = place;
    }
  }
}

function countAnswered(people: CountedPeople, countOf: (sequence: number, place: number) => StepCount): void {
  for (let n = 0; n < people.count; n++) {
    const place = people.answered[n] ?? -1;
    if (place >= 0) countOf(people.sequence[n] ?? 0, place).answered++;
  }
}

const SENDS: ReadonlySet<string> = new Set(SEND_CLASSES);

function doneOf(step: StepOfPeople): Omit<Moments, 'what'> {
  let done = 0;
  for (let n = 0; n < step.count; n++) if (step.result[n] === DONE) done++;
  const people = new Int32Array(done);
  const at = new Float64Array(done);
  for (let n = 0, to = 0; n < step.count; n++) {
    if (step.result[n] !== DONE) continue;
    people[to] = step.people[n] ?? 0;
    at[to++] = step.at[n] ?? Number.NaN;
  }
  return { people, at };
}
