import type { Random } from '../people/random.ts';

/** A gamma distribution with the scale 1 (Marsaglia and Tsang's method); nothing of a shape of 0. */
export function drawGamma(shape: number, random: Random): number {
  if (shape <= 0) return 0;
  // Of a small shape there is more near 0 than the method can draw: it is that of one more, times a power.
  if (shape < 1) return drawGamma(shape + 1, random) * Math.exp(Math.log(1 - random()) / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = drawNormal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Box and Muller. */
const drawNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
