import type { PerArm } from './outcomes.ts';

const PRECISE = 1e-10;
const SMALL = 1e-7;

/**
 * Finds, among all rates that lie `difference` apart (other less first), those under which `rates` are hardest to tell: the
 * least Kullback-Leibler divergence of a block. `rates` lie between 0 and 1, `difference` between -1 and 1, without the ends.
 */
export function closestRates(rates: PerArm, difference: number, sizes: PerArm): PerArm {
  if (difference === 0) {
    const both = (sizes.first * rates.first + sizes.other * rates.other) / (sizes.first + sizes.other);
    return { first: both, other: both };
  }
  let low = Math.max(0, -difference);
  let high = Math.min(1, 1 - difference);
  // Newton's method, held between bounds that close in: the divergence is convex. It begins where the rates would meet if their spreads stayed as they are.
  const weights = { first: sizes.first / spread(rates.first), other: sizes.other / spread(rates.other) };
  const meeting =
    (weights.first * rates.first + weights.other * (rates.other - difference)) / (weights.first + weights.other);
  let first = Math.min(Math.max(meeting, low + (high - low) / 1000), high - (high - low) / 1000);
  while (high - low > PRECISE) {
    const other = first + difference;
    const slope =
      (sizes.first * (first - rates.first)) / spread(first) + (sizes.other * (other - rates.other)) / spread(other);
    if (slope > 0) high = first;
    else low = first;
    const curve = bend(rates.first, first) * sizes.first + bend(rates.other, other) * sizes.other;
    const next = first - slope / curve;
    const isInside = next > low && next < high;
    const step = Math.abs(next - first);
    first = isInside ? next : (low + high) / 2;
    // The step after it would be about its square.
    if (isInside && step < SMALL) break;
  }
  return { first, other: first + difference };
}

/** The variance of a person who succeeds at this rate. */
const spread = (rate: number): number => rate * (1 - rate);

/** The second derivative of the divergence of `rate` from `at`. */
const bend = (rate: number, at: number): number => rate / at ** 2 + (1 - rate) / (1 - at) ** 2;
