import type { Edge, Node } from '@xyflow/react';
import type { PlacedArrow, PlacedBox } from '../../../../language/graph/layout.ts';

export type StepNode = Node<{ readonly box: PlacedBox; readonly at: number }, 'step'>;
export type ArrowEdge = Edge<{ readonly arrow: PlacedArrow }, 'arrow'>;
