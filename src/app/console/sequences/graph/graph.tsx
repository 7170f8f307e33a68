import '@xyflow/react/dist/base.css';
import { ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Layout, PlacedArrow, PlacedBox } from '../../../../language/graph/layout.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import type { Drawn } from '../compiler/use-compiler.ts';
import { ArrowPath } from './arrow-path.tsx';
import { GraphContext } from './context.ts';
import type { ArrowEdge, StepNode } from './elements.ts';
import classes from './graph.module.css';
import { StepBox } from './step-box.tsx';
import { StepList } from './step-list.tsx';

interface GraphProps {
  readonly drawn: Pick<Drawn, 'layout'> | null;
  /** True where the drawing is of this very text. */
  readonly isWhole: boolean;
  /** In which the cursor stands. */
  readonly step: string | null;
  readonly counts?: Readonly<Record<string, number>>;
  readonly walked?: ReadonlySet<string>;
  onStep(id: string): void;
}

const NODES = { step: StepBox };
const EDGES = { arrow: ArrowPath };
const LEAST = 0.15;
const MOST = 1.5;
const MARGIN = 16;

/** The sequence as a graph, or as the list of its steps; one that is chosen is where the text goes, and the other way round. */
export function Graph({ drawn, isWhole, step, counts, walked, onStep }: GraphProps) {
  const [isList, list] = useState(false);
  const context = useMemo(
    () => ({ step, onStep, ...(counts === undefined ? {} : { counts }), ...(walked === undefined ? {} : { walked }) }),
    [step, onStep, counts, walked],
  );
  if (drawn === null) {
    return <EmptyState says="There is no graph yet.">It is drawn when the text has no mistakes.</EmptyState>;
  }
  return (
    <GraphContext value={context}>
      <div className={classes.graph} data-old={!isWhole}>
        <ReactFlowProvider>
          {isList ? <StepList layout={drawn.layout} /> : <Drawing layout={drawn.layout} step={step} />}
          <div className={classes.foot}>
            <button type="button" onClick={() => list(!isList)}>
              {isList ? 'As a graph' : 'As a list'}
            </button>
            {!isList && <ZoomButtons />}
            {!isWhole && <span role="status">Of the text before its mistakes.</span>}
          </div>
        </ReactFlowProvider>
      </div>
    </GraphContext>
  );
}

function Drawing({ layout, step }: { readonly layout: Layout; readonly step: string | null }) {
  const nodes = useMemo(() => layout.boxes.map(toNode), [layout]);
  const edges = useMemo(() => layout.arrows.map(toEdge), [layout]);
  const place = useRef<HTMLDivElement>(null);
  const flow = useReactFlow();

  useEffect(() => {
    const box = layout.boxes.find(({ id }) => id === step);
    const element = place.current;
    if (box === undefined || element === null) return;
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [box.x * zoom + x, box.y * zoom + y];
    const isInSight =
      left >= 0 &&
      top >= 0 &&
      left + box.width * zoom <= element.clientWidth &&
      top + box.height * zoom <= element.clientHeight;
    if (!isInSight) void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom, duration: 0 });
  }, [flow, layout, step]);

  /** From the top on, as wide as there is room. */
  const begin = () => {
    const width = place.current?.clientWidth ?? layout.width;
    const zoom = Math.max(0.45, Math.min(1, (width - MARGIN) / layout.width));
    void flow.setViewport({ x: (width - layout.width * zoom) / 2, y: 0, zoom });
  };
  return (
    <div ref={place} className={classes.drawing}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODES}
        edgeTypes={EDGES}
        onInit={begin}
        minZoom={LEAST}
        maxZoom={MOST}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        onlyRenderVisibleElements
        panOnScroll
        // Its maker is named among the licenses.
        proOptions={{ hideAttribution: true }}
      />
    </div>
  );
}

function ZoomButtons() {
  const flow = useReactFlow();
  return (
    <>
      <button type="button" aria-label="Larger" onClick={() => void flow.zoomIn()}>
        +
      </button>
      <button type="button" aria-label="Smaller" onClick={() => void flow.zoomOut()}>
        −
      </button>
      <button type="button" onClick={() => void flow.fitView({ padding: 0.05 })}>
        All of it
      </button>
    </>
  );
}

const toNode = (box: PlacedBox, at: number): StepNode => ({
  ...{ id: box.id, type: 'step', position: { x: box.x, y: box.y }, width: box.width, height: box.height },
  data: { box, at },
});

const toEdge = (arrow: PlacedArrow): ArrowEdge => ({
  ...{ id: `${arrow.from} ${arrow.to}`, type: 'arrow', source: arrow.from, target: arrow.to },
  data: { arrow },
});
