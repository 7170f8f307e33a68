import { diagramOf } from '../graph/diagram.ts';
import { toMermaid } from '../graph/mermaid.ts';
import { toSvg } from '../graph/svg.ts';
import type { Plan } from '../plan/plan.ts';

export interface Drawn {
  readonly sequence: string;
  readonly svg: string;
  readonly mermaid: string;
}

export function drawSequence(plan: Plan): Drawn {
  const diagram = diagramOf(plan);
  return { sequence: plan.sequence, svg: toSvg(diagram), mermaid: toMermaid(diagram) };
}
