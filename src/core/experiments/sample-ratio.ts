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

/** The arms that people took, in the order in which they came. */
export interface TakenArms {
  /** The arm of each, as its place among the arms; -1: it is none of them. */
  readonly arms: Int16Array;
  /** The shares of new people that held then, of one after the other, in the order of the arms. */
  readonly shares: Float64Array;
}

/**
 * The same where the shares have changed under way, of people in the order in which they came: bets that each goes to an arm as much more often than was recorded as those
 * before did. `expected` is the mean of what was recorded.
 */
export function checkRecordedShares(count: number, { arms, shares }: TakenArms): SampleRatio {
  const found: number[] = Array(count).fill(0);
  const expected: number[] = Array(count).fill(0);
  const believed = BELIEVED / count;
  let logWorth = 0;
  for (let person = 0; person < arms.length; person++) {
    const taken = arms[person] ?? -1;
    const recorded = (arm: number): number => shares[person * count + arm] ?? 0;
    const betOn = (arm: number): number =>
      (recorded(arm) * (believed + (found[arm] ?? 0))) / (believed + (expected[arm] ?? 0));
    let all = 0;
    for (let arm = 0; arm < count; arm++) all += betOn(arm);
    // Where nobody was to go at all, one is enough.
    const bet = taken < 0 ? 0 : betOn(taken) / all / recorded(taken);
    logWorth += Math.log(bet || Number.POSITIVE_INFINITY);
    for (let arm = 0; arm < count; arm++) expected[arm] = (expected[arm] ?? 0) + recorded(arm);
    if (taken >= 0) found[taken] = (found[taken] ?? 0) + 1;
  }
  const shareOf = (sum: number) => (arms.length === 0 ? 0 : sum / arms.length);
  return {
    expected: arms.length === 0 ? expected.map(() => 1 / count) : expected.map(shareOf),
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
