/** Up to so many standard deviations the series is the more exact one, beyond them the continued fraction. */
const SERIES_UP_TO = 3;
const LEVELS = 60;
const ROOT_OF_TWO_PI = Math.sqrt(2 * Math.PI);

/** The chance that a normal value lies `z` standard deviations above its mean or further; of a `z` that is not negative. */
export function normalTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / ROOT_OF_TWO_PI;
  if (z > SERIES_UP_TO) {
    let fraction = z;
    for (let n = LEVELS; n > 0; n--) fraction = z + n / fraction;
    return density / fraction;
  }
  let [term, sum] = [z, z];
  for (let n = 3; term > sum * Number.EPSILON; n += 2) {
    term *= (z * z) / n;
    sum += term;
  }
  return 0.5 - density * sum;
}

/** The number of standard deviations above which so much of a normal distribution lies; `chance` is above 0 and at most a half. */
export function normalQuantile(chance: number): number {
  let [low, high] = [0, 40];
  while (high - low > 1e-13) {
    const middle = (low + high) / 2;
    if (normalTail(middle) > chance) low = middle;
    else high = middle;
  }
  return low;
}
