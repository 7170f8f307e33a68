import type { Delay } from '../people/delay.ts';
import type { Random } from '../people/random.ts';
import { DEFAULT_RATES, type RateName, type Rates } from '../people/rates.ts';
import { drawGamma } from './draw-gamma.ts';

/** The number of people of whom it is known by now, and of those who did it. */
export interface Observed {
  readonly of: number;
  readonly did: number;
  /** How long it took those who have, in milliseconds, on average; absent: nobody has. */
  readonly took?: { readonly mean: number; readonly people: number };
}
export type ObservedRates = Readonly<Partial<Record<RateName, Observed>>>;

/** So many people weigh as much as what is usual. */
export const PRIOR = 20;
/** The same of how long they take, which varies less from one campaign to the next. */
const DELAY_PRIOR = 5;
/** Rates whose delay is that of the network's machines, the same in any campaign. */
const OF_MACHINES: ReadonlySet<RateName> = new Set(['bounce']);

/**
 * Draws what was seen towards what is usual. With `random`, it gives one of the rates that this allows, and one of the delays:
 * little is known of either while few have done it, and a forecast that took only the likeliest of them would be too sure of
 * itself.
 */
export function ratesOf(observed: ObservedRates, random: Random | null): Rates {
  const rates: { -readonly [name in RateName]: Rates[name] } = { ...DEFAULT_RATES };
  for (const [name, seen] of Object.entries(observed)) {
    if (isRate(name)) rates[name] = { rate: rateOf(name, seen, random), after: delayOf(name, seen, random) };
  }
  return rates;
}

/** The middle of the rates that what was seen allows. */
export const shrunk = (name: string, { of, did }: Pick<Observed, 'of' | 'did'>): number =>
  (did + usualOf(name) * PRIOR) / (of + PRIOR);

/** A beta distribution. */
function rateOf(name: RateName, seen: Observed, random: Random | null): number {
  if (random === null) return shrunk(name, seen);
  const usual = usualOf(name);
  const did = drawGamma(seen.did + usual * PRIOR, random);
  const didNot = drawGamma(seen.of - seen.did + (1 - usual) * PRIOR, random);
  return did / (did + didNot);
}

/** Mostly soon, sometimes late. What people do in so much time is as probable for one mean as for another by an inverse gamma distribution. */
function delayOf(name: RateName, { took }: Observed, random: Random | null): Delay {
  const usual = DEFAULT_RATES[name].after;
  if (usual.kind !== 'fixed' || OF_MACHINES.has(name)) return usual;
  const people = (took?.people ?? 0) + DELAY_PRIOR;
  const time = (took?.mean ?? 0) * (took?.people ?? 0) + usual.ms * DELAY_PRIOR;
  return { kind: 'around', mean: time / (random === null ? people : drawGamma(people, random)) };
}

const usualOf = (name: string): number => (isRate(name) ? DEFAULT_RATES[name].rate : 0);

const isRate = (name: string): name is RateName => Object.hasOwn(DEFAULT_RATES, name);
