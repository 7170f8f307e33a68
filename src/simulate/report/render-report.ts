import type { Simulation } from '../simulation.ts';

/** A report that opens in any browser, without a network. */
export function renderReport(simulation: Simulation): string {
  return `<!doctype html><title>${simulation.sequences.join(', ')}</title>`;
}
