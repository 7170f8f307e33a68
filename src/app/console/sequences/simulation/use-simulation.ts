import { useCallback, useEffect, useRef, useState } from 'react';
import type { Simulation } from '../../../../core/simulate/simulation.ts';
import { runsOf } from '../../../../language/plan/nodes/runs-of.ts';
import type { Plan } from '../../../../language/plan/plan.ts';
import { client } from '../../data/client.ts';
import { tellProblem } from '../../parts/tell.tsx';
import type { SimulationAsked } from '../compiler/calls.ts';
import { type Compiler, Ended, startCompiler } from '../compiler/compiler.ts';
import { planOf } from '../plan-of.ts';

type SimulationWanted = Omit<SimulationAsked, 'others'> & {
  /** Sequences in which it continues. */
  readonly runs_of: readonly string[];
};

/** A simulation in a worker of its own, which can be ended. */
export function useSimulation() {
  /** Which share of it is done; null: none is under way. */
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<{ readonly text: string; readonly simulation: Simulation } | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const worker = useRef<Compiler | null>(null);
  useEffect(() => () => worker.current?.end(), []);

  const simulate = useCallback(async ({ runs_of, ...asked }: SimulationWanted) => {
    worker.current?.end();
    const own = startCompiler();
    worker.current = own;
    setDone(0);
    setProblems([]);
    try {
      const simulated = await own.call(
        'simulate',
        { ...asked, others: await readOthers(runs_of) },
        { onProgress: setDone },
      );
      if (simulated.ok) setResult({ text: asked.text, simulation: simulated.simulation });
      else setProblems(simulated.problems);
    } catch (error) {
      if (!(error instanceof Ended)) tellProblem(error);
    } finally {
      own.end();
      if (worker.current === own) setDone(null);
    }
  }, []);
  const cancel = useCallback(() => worker.current?.end(), []);
  return { done, result, problems, simulate, cancel };
}

/** The sequences in which it continues, and those in which they do. */
async function readOthers(names: readonly string[]): Promise<Plan[]> {
  const found = new Map<string, Plan>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    const { plan } = await client.getSequence({ params: { name } });
    const other = planOf(plan);
    found.set(name, other);
    open.push(...runsOf(Object.values(other.nodes)));
  }
  return [...found.values()];
}
