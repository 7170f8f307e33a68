import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { curve } from '../../../../language/graph/curve.ts';
import type { ArrowEdge } from './elements.ts';
import classes from './graph.module.css';

/** As the layout leads it around the boxes. */
export function ArrowPath({ data }: EdgeProps<ArrowEdge>) {
  if (data === undefined) return null;
  const { points, label, at, back } = data.arrow;
  const [from, to] = points.slice(-2);
  return (
    <>
      <BaseEdge path={curve(points)} className={back ? `${classes.arrow} ${classes.back}` : (classes.arrow ?? '')} />
      {from !== undefined && to !== undefined && <path className={classes.head} d={headOf(from, to)} />}
      {at !== null && (
        <EdgeLabelRenderer>
          <span
            className={classes.label}
            style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function headOf(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const corner = (side: number) => `${to.x - 7 * dx + side * 4 * dy} ${to.y - 7 * dy - side * 4 * dx}`;
  return `M${to.x} ${to.y} L${corner(1)} L${corner(-1)} Z`;
}
