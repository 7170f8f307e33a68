import type { Simulation } from '../../../../core/simulate/simulation.ts';
import { DEFAULT_START } from '../../../../core/simulate/start.ts';
import { type Compiler, startCompiler } from '../compiler/compiler.ts';

/** As `overture simulate` has it where nothing is said. */
export const EXAMPLE_RUN = { leads: 100, days: 180, start: DEFAULT_START, seed: '1', runs: 1, rates: {} } as const;

let worker: Compiler | null = null;
let waiting = 0;

/** Simulates what an example brings, here and one after the other, in a worker that goes with the last of them. */
export async function simulateExample(text: string): Promise<Simulation> {
  waiting += 1;
  worker ??= startCompiler();
  try {
    const simulated = await worker.call('simulate', { text, ...EXAMPLE_RUN, others: [] });
    if (simulated.ok) return simulated.simulation;
    throw new Error(simulated.problems.join(' '));
  } finally {
    waiting -= 1;
    if (waiting === 0) {
      worker?.end();
      worker = null;
    }
  }
}
