import type { Ledger } from './read-ledger.ts';

/** The facts about each person of a campaign who has more than waited, by their number. Times are microseconds of Postgres, and NaN is never. */
export interface CountedPeople {
  readonly count: number;
  /** The sequences in which anybody is, and the place of each person's. */
  readonly sequences: readonly string[];
  readonly sequence: Uint16Array;
  readonly finished: Uint8Array;
  readonly positive: Uint8Array;
  readonly accepted_at: Float64Array;
  readonly replied_at: Float64Array;
  /** From here on it follows from the calls. */
  readonly contacted_at: Float64Array;
  /** The place of the account of the first contact; -1: nobody has contacted them. */
  readonly sender: Int32Array;
  /** The place of the step that they replied to, and when it was done; -1: none. */
  readonly answered: Int32Array;
  readonly answered_at: Float64Array;
  readonly credits: Int32Array;
  readonly inmails: Int32Array;
}

/** Hands out a place to each text, from 0. */
export function createPlaces<Text extends string | null = string>() {
  const texts: Text[] = [];
  const places = new Map<Text, number>();
  const placeOf = (text: Text): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return { texts, placeOf };
}

export function peopleOf({ people }: Ledger): CountedPeople {
  const count = people.reduce((sum, alike) => sum + alike.count, 0);
  const never = () => new Float64Array(count).fill(Number.NaN);
  const { texts, placeOf } = createPlaces();
  const counted: CountedPeople = {
    ...{ count, sequences: texts, sequence: new Uint16Array(count) },
    ...{ finished: new Uint8Array(count), positive: new Uint8Array(count) },
    ...{ accepted_at: never(), replied_at: never(), contacted_at: never(), answered_at: never() },
    ...{ sender: new Int32Array(count).fill(-1), answered: new Int32Array(count).fill(-1) },
    ...{ credits: new Int32Array(count), inmails: new Int32Array(count) },
  };
  let n = 0;
  for (const { sequence, finished, positive, count: alike, accepted_at, replied_at } of people) {
    const place = placeOf(sequence);
    for (let at = 0; at < alike; at++, n++) {
      counted.sequence[n] = place;
      if (finished) counted.finished[n] = 1;
      if (positive) counted.positive[n] = 1;
      if (at < accepted_at.length) counted.accepted_at[n] = accepted_at[at] ?? Number.NaN;
      if (at < replied_at.length) counted.replied_at[n] = replied_at[at] ?? Number.NaN;
    }
  }
  return counted;
}
