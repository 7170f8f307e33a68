/** The spread of the log odds ratios that are bet on, had it the shape of a bell. */
const USUAL_SPREAD = 0.6;
/** The quantile of the normal distribution up to which four fifths of it lie, 0.84, less what the looks before the last one find, as it was measured. */
const FOUR_FIFTHS = 0.65;
const MOST = 10_000_000;

interface Expected {
  /** The rate of the first arm, from 0 to 1. */
  readonly base: number;
  /** The other's less the first's. */
  readonly difference: number;
  /** The chance to be wrong at any time. */
  readonly risk?: number;
}

/**
 * About how many people each of two equal arms needs in all so that a difference is found with a chance of 80 %. It is read off the
 * boundary of a normal mixture (Howard, Ramdas and others 2021, section 3.2); null: more than anybody has.
 */
export function peopleNeeded({ base, difference, risk = 0.05 }: Expected): number | null {
  const other = Math.min(Math.max(base + difference, 0), 1);
  const variance = base * (1 - base) + other * (1 - other);
  const isFound = (people: number) => {
    const known = (USUAL_SPREAD ** 2 * people * variance) / 4;
    const boundary = Math.sqrt((1 + 1 / known) * (Math.log1p(known) + 2 * Math.log(1 / risk)));
    return Math.abs(other - base) * Math.sqrt(people / variance) >= boundary + FOUR_FIFTHS;
  };
  if (!isFound(MOST)) return null;
  let [less, enough] = [0, MOST];
  while (enough - less > 1) {
    const middle = Math.floor((less + enough) / 2);
    if (isFound(middle)) enough = middle;
    else less = middle;
  }
  return enough;
}
