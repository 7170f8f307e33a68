import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import type { Mutation } from './mutation.ts';
import { type HistoryOptions, type HistoryResult, runHistory } from './run-history.ts';
import type { TestDatabase } from './test-database.ts';

const FILE = join(PACKAGE_ROOT, 'test/engine-simulator/aimed-seeds.ts');

/** Writes the file that holds `AIMED`, in the order of the mistakes. */
export function writeAimedSeeds(seeds: Readonly<Record<string, number>>): void {
  const lines = Object.entries(seeds).map(([name, seed]) => `  '${name}': ${seed},`);
  const text = [
    '/** The seed of the history that shows each planted mistake. Made by `npm run test:simulator -- --aim`. */',
    'export const AIMED: Readonly<Record<string, number>> = {',
    ...lines,
    '};',
  ];
  writeFileSync(FILE, `${text.join('\n')}\n`);
}

/** Some of these mistakes have a history never end; without them it is over in half as many. */
const OPTIONS: HistoryOptions = { most_steps: 1000 };

/** A history with a mistake, and the same one without it. */
export interface Aimed {
  readonly seed: number;
  readonly mistaken: HistoryResult;
  readonly sound: HistoryResult;
  /** The mistake breaks the promise that it is about, and something was done at all. */
  readonly is_shown: boolean;
}

export async function runAimed(database: TestDatabase, mutation: Mutation, seed: number): Promise<Aimed> {
  const script = mutation.write(seed);
  const mistaken = await runHistory(database, script, { ...OPTIONS, mutation });
  const sound = await runHistory(database, script, OPTIONS);
  const is_broken = mistaken.findings.some(({ invariant }) => invariant === mutation.breaks);
  return { seed, mistaken, sound, is_shown: is_broken && mistaken.effects + sound.effects > 0 };
}

export interface Search {
  readonly first: number;
  /** How many seeds are tried at most. */
  readonly seeds: number;
}

/** Seeds to find before the one with the shortest history is taken. */
const ENOUGH = 3;

/**
 * Looks for the seed of a short history that shows the mistake; none: no seed does. `broken`: what the engine breaks in these histories as it
 * is, and none of them is taken then.
 */
export async function searchSeed(database: TestDatabase, mutation: Mutation, { first, seeds }: Search) {
  const shown: Aimed[] = [];
  const broken: Aimed[] = [];
  let tried = 0;
  for (; tried < seeds && shown.length < ENOUGH; tried++) {
    const aimed = await runAimed(database, mutation, first + tried);
    if (aimed.sound.findings.length > 0) broken.push(aimed);
    else if (aimed.is_shown) shown.push(aimed);
  }
  const steps = ({ mistaken, sound }: Aimed): number => mistaken.steps + sound.steps;
  const [best] = shown.toSorted((one, other) => steps(one) - steps(other));
  return { seed: best?.seed ?? null, shown: shown.length, tried, broken };
}
