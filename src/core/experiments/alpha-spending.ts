import { normalQuantile, normalTail } from './normal-tail.ts';

/** How many people of a split are judged at a look, and how many will be, as far as it is known then. */
export interface Progress {
  readonly judged: number;
  readonly size: number;
}

/** A campaign that is smaller counts as one of this size: else a trial with twenty people would use up what a thousand after it need. */
const LEAST_SIZE = 100;
/** Kept back by each size, for a campaign that grows after all of it were judged. */
const KEPT = 0.05;

/**
 * The chance to be wrong that may be used up by each look, of `risk` in all: that with which a boundary of O'Brien and Fleming that is watched without a
 * break is crossed by then (Lan and DeMets 1983), so that hardly anything is spent early. Where the size grows, what was allowed stays, and the rest
 * is spent on the new size. None of it may depend on which arm does better.
 */
export function spendRisk(looks: readonly Progress[], risk: number): number[] {
  let [spent, from, largest, allowed] = [0, 0, 0, 0];
  let spend = obrienFleming(risk * (1 - KEPT));
  return looks.map(({ judged, size }, n) => {
    if (n > 0 && size > largest) {
      [spent, from] = [allowed, looks[n - 1]?.judged ?? 0];
      spend = obrienFleming((risk - spent) * (1 - KEPT));
    }
    largest = size;
    const share = (judged - from) / Math.max(1, Math.max(size, LEAST_SIZE) - from);
    allowed = Math.max(allowed, spent + spend(Math.min(1, share)));
    return allowed;
  });
}

/** The part of a two-sided risk that is spent when so large a share of all is known. */
export function obrienFleming(risk: number): (share: number) => number {
  const end = normalQuantile(risk / 4);
  return (share) => (share <= 0 ? 0 : 4 * normalTail(end / Math.sqrt(share)));
}
