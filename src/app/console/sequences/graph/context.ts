import { createContext } from 'react';

interface GraphState {
  /** In which the cursor stands. */
  readonly step: string | null;
  /** How many people stand at each step. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The steps by which somebody has come; the others are pale. */
  readonly walked?: ReadonlySet<string>;
  onStep(id: string): void;
}

export const GraphContext = createContext<GraphState>({ step: null, onStep: () => undefined });
