import { useMemo } from 'react';
import { diagramOf } from '../../../../language/graph/diagram.ts';
import { layoutOf } from '../../../../language/graph/layout.ts';
import type { Plan } from '../../../../language/plan/plan.ts';
import { Graph } from './graph.tsx';

interface PlanGraphProps {
  readonly plan: Plan;
  readonly step: string | null;
  readonly counts?: Readonly<Record<string, number>>;
  readonly walked?: ReadonlySet<string>;
  onStep(id: string): void;
}

/** A version that is published, as a graph: it was compiled already, so no worker is needed. */
export function PlanGraph({ plan, ...shown }: PlanGraphProps) {
  const drawn = useMemo(() => ({ layout: layoutOf(diagramOf(plan)) }), [plan]);
  return <Graph drawn={drawn} isWhole {...shown} />;
}
