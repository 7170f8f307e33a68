import type { ArmPerson } from './arm-person.ts';

/** People as numbers in a row, which another thread is given in a moment however many they are. */
export interface PackedPeople {
  readonly arms: readonly string[];
  /** The arm of each, as its place among `arms`. */
  readonly arm_of: Uint16Array;
  /** The times of each, one person after the other; not a number: not so far. */
  readonly times: Float64Array;
}

/** The place of each time among those of a person. */
const PLACES = {
  entered_at: 0,
  contacted_at: 1,
  accepted_at: 2,
  replied_at: 3,
  positive_at: 4,
  unsubscribed_at: 5,
  bounced_at: 6,
} as const satisfies Readonly<Record<Exclude<keyof ArmPerson, 'arm'>, number>>;

// Its own fields are all that it has.
const TIMES = Object.keys(PLACES) as (keyof typeof PLACES)[];

/** Packs people of whom somebody says what their answers are: one without `positive_at` has given no positive one. */
export function packPeople(people: readonly ArmPerson[]): PackedPeople {
  const places = new Map<string, number>();
  const arm_of = new Uint16Array(people.length);
  const times = new Float64Array(people.length * TIMES.length);
  for (const [n, person] of people.entries()) {
    let place = places.get(person.arm);
    if (place === undefined) {
      place = places.size;
      places.set(person.arm, place);
    }
    arm_of[n] = place;
    for (const field of TIMES) times[n * TIMES.length + PLACES[field]] = person[field] ?? Number.NaN;
  }
  return { arms: [...places.keys()], arm_of, times };
}

export function unpackPeople({ arms, arm_of, times }: PackedPeople): ArmPerson[] {
  const timeAt = (place: number): number | null => {
    const time = times[place] ?? Number.NaN;
    return Number.isNaN(time) ? null : time;
  };
  return Array.from(arm_of, (arm, n) => {
    const from = n * TIMES.length;
    return {
      arm: arms[arm] ?? '',
      entered_at: timeAt(from + PLACES.entered_at) ?? 0,
      contacted_at: timeAt(from + PLACES.contacted_at),
      accepted_at: timeAt(from + PLACES.accepted_at),
      replied_at: timeAt(from + PLACES.replied_at),
      positive_at: timeAt(from + PLACES.positive_at),
      unsubscribed_at: timeAt(from + PLACES.unsubscribed_at),
      bounced_at: timeAt(from + PLACES.bounced_at),
    };
  });
}
