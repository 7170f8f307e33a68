/** The outcomes of the people of an arm whose days are over. */
export interface ArmTally {
  readonly judged: number;
  readonly successes: number;
}

/** So far from its middle a rate is looked for, in standard deviations, at so many points. */
const REACH = 8;
const POINTS = 120;

/**
 * The share of new people that each arm gets by Thompson sampling: the chance that its rate is the highest, when each rate may be
 * what its people allow (a beta distribution, even before anybody is judged). No arm gets less than `least`. The same tallies
 * give the same shares: they are integrated, not drawn.
 */
export function thompsonShares(arms: readonly ArmTally[], least: number): number[] {
  const best = chancesToBeBest(arms);
  const free = 1 - arms.length * least;
  return best.map((chance) => least + free * chance);
}

function chancesToBeBest(arms: readonly ArmTally[]): number[] {
  const rates = [...new Set(arms.flatMap(pointsOf))].sort((a, b) => a - b);
  const densities = arms.map((arm) => densityAt(arm, rates));
  const below = densities.map((density) => integrate(density, rates));
  const chances = densities.map((density, n) => {
    const wins = density.map((value, k) =>
      below.reduce((product, other, m) => (m === n ? product : product * (other[k] ?? 0)), value),
    );
    return integrate(wins, rates).at(-1) ?? 0;
  });
  const sum = chances.reduce((total, chance) => total + chance, 0);
  return chances.map((chance) => chance / sum);
}

const shape = ({ judged, successes }: ArmTally) => ({ a: successes + 1, b: judged - successes + 1 });

/** Points where the rate of an arm may lie: arms with few and with many people have points of their own. */
function pointsOf(arm: ArmTally): number[] {
  const { a, b } = shape(arm);
  const mean = a / (a + b);
  const spread = Math.sqrt((mean * (1 - mean)) / (a + b + 1));
  const [low, high] = [Math.max(0, mean - REACH * spread), Math.min(1, mean + REACH * spread)];
  return Array.from({ length: POINTS + 1 }, (_, n) => low + ((high - low) * n) / POINTS);
}

/** A beta density at these rates, with 1 below it in all. */
function densityAt(arm: ArmTally, rates: readonly number[]): number[] {
  const { a, b } = shape(arm);
  const logs = rates.map((rate) => times(a - 1, Math.log(rate)) + times(b - 1, Math.log1p(-rate)));
  const highest = Math.max(...logs);
  const heights = logs.map((log) => Math.exp(log - highest));
  const area = integrate(heights, rates).at(-1) ?? 1;
  return heights.map((height) => height / area);
}

/** Nothing times minus infinity, at the ends, is nothing here. */
const times = (count: number, log: number): number => (count === 0 ? 0 : count * log);

/** The area below a curve up to each of its points, by trapezoids. */
function integrate(heights: readonly number[], at: readonly number[]): number[] {
  let area = 0;
  return heights.map((height, n) => {
    if (n > 0) area += ((height + (heights[n - 1] ?? 0)) / 2) * ((at[n] ?? 0) - (at[n - 1] ?? 0));
    return area;
  });
}
