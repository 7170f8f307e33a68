/** As if so many people had been seen to come as the weights say: small deviations are what is looked for. */
const BELIEVED = 100;
/** A wrong alarm in a thousand splits, whenever they are looked at. */
const ALARM = 1000;

/** Whether so many people came to each arm as its weight says. */
export interface SampleRatio {
  /** Shares of all people, from 0 to 1, in the order of the arms. */
  readonly expected: readonly number[];
  readonly found: readonly number[];
  /** True: the weights do not explain who came where; then what the arms show cannot be compared. */
  readonly is_off: boolean;
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
  return { expected, found, is_off: logWorth >= Math.log(ALARM) };
}
