import { diagramOf } from '../../language/graph/diagram.ts';
import { toMermaid } from '../../language/graph/mermaid.ts';
import { toSvg } from '../../language/graph/svg.ts';
import type { Plan } from '../../language/plan/plan.ts';

export interface Drawn {
  readonly sequence: string;
  readonly svg: string;
  readonly mermaid: string;
}

export function drawSequence(plan: Plan): Drawn {
  const diagram = diagramOf(plan);
  return { sequence: plan.sequence, svg: toSvg(diagram), mermaid: toMermaid(diagram) };
}
