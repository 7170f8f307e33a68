/** As if so many people had been seen to come as the weights say: small deviations are what is looked for. */
const BELIEVED = 100;
/** A wrong alarm in a thousand splits, whenever they are looked at. */
const OFF_FROM = 1000;

/** Whether so many people came to each arm as its weight says. */
export interface SampleRatio {
  /** Shares of all people, from 0 to 1, in the order of the arms. */
  readonly expected: readonly number[];
  readonly found: readonly number[];
  /** True: the weights do not explain who came where; then what the arms show cannot be compared. */
  readonly is_off: boolean;
}

/** An arm that was taken, and the shares of new people that held then, by arm. */
export interface TakenArm {
  readonly arm: string;
  readonly shares: Readonly<Record<string, number>>;
}

/**
 * The same where the shares have changed under way, of people in the order in which they came: bets that each goes to an arm as much more often than was recorded as those
 * before did. `expected` is the mean of what was recorded.
 */
export function checkRecordedShares(arms: readonly string[], people: readonly TakenArm[]): SampleRatio {
  const found = arms.map(() => 0);
  const expected = arms.map(() => 0);
  const believed = BELIEVED / arms.length;
  let logWorth = 0;
  for (const { arm, shares } of people) {
    const recorded = arms.map((name) => shares[name] ?? 0);
    const bets = recorded.map((share, n) => (share * (believed + (found[n] ?? 0))) / (believed + (expected[n] ?? 0)));
    const all = bets.reduce((sum, bet) => sum + bet, 0);
    const taken = arms.indexOf(arm);
    // Where nobody was to go at all, one is enough.
    logWorth += Math.log((bets[taken] ?? 0) / all / (recorded[taken] ?? 0) || Number.POSITIVE_INFINITY);
    for (const [n, share] of recorded.entries()) expected[n] = (expected[n] ?? 0) + share;
    found[taken] = (found[taken] ?? 0) + 1;
  }
  const shareOf = (count: number) => (people.length === 0 ? 0 : count / people.length);
  return {
    expected: people.length === 0 ? arms.map(() => 1 / arms.length) : expected.map(shareOf),
    found: found.map(shareOf),
    is_off: logWorth >= Math.log(OFF_FROM),
  };
}

/** Bets against the weights with a Dirichlet prior (Lindon and Malek 2022), so that it may be looked at at any time. */
export function checkSampleRatio(arms: readonly { readonly weight: number; readonly people: number }[]): SampleRatio {
  const weights = arms.reduce((sum, { weight }) => sum + weight, 0);
  const people = arms.reduce((sum, arm) => sum + arm.people, 0);
  const expected = arms.map(({ weight }) => weight / weights);
  let logWorth = 0;
  let seen = 0;
  for (const [n, arm] of arms.entries()) {
    const share = expected[n] ?? 0;
    // The order in which they came makes no difference to the product.
    for (let k = 0; k < arm.people; k++, seen++)
      logWorth += Math.log((BELIEVED * share + k) / (BELIEVED + seen) / share);
  }
  const found = arms.map((arm) => (people === 0 ? 0 : arm.people / people));
  return { expected, found, is_off: logWorth >= Math.log(OFF_FROM) };
}
