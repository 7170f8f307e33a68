import type { Pools } from '../accounts/simulated-accounts.ts';
import type { SimulationInput } from '../simulation.ts';
import type { Span } from '../span.ts';
import type { Run } from '../walk/walk-input.ts';

export interface Simulated {
  readonly input: SimulationInput;
  readonly span: Span;
  readonly pools: Pools;
  readonly run: Run;
}
