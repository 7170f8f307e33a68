/** The normal quantile of a two-sided 95 %. */
const Z = 1.959963984540054;

export interface RateInterval {
  readonly low: number;
  readonly high: number;
}

/**
 * The interval of a rate with a confidence of 95 %, by one look at so many people (Wilson 1927): within 0 and 1, and honest for
 * few people too. For a comparison that is looked at again and again there is `differenceInterval`.
 */
export function wilsonInterval(successes: number, people: number): RateInterval {
  if (people === 0) return { low: 0, high: 1 };
  const rate = successes / people;
  const z2 = Z * Z;
  const middle = (rate + z2 / (2 * people)) / (1 + z2 / people);
  const half = (Z / (1 + z2 / people)) * Math.sqrt((rate * (1 - rate)) / people + z2 / (4 * people * people));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
