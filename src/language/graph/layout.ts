import { layout as arrange, Graph } from '@dagrejs/dagre';
import { cutText, shortenText } from '../../shared/kit/cut-text.ts';
import type { Arrow, Box, Diagram } from './diagram.ts';

export const FONT = { title: 13, detail: 11, line: 15 } as const;
const PADDING = { x: 14, y: 10 } as const;
const NARROWEST = 120;
const WIDEST_LINE = 36;
const MOST_LINES = 3;
const MARGIN = 24;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedBox extends Box {
  /** The left upper corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title_lines: readonly string[];
  readonly detail_lines: readonly string[];
}

export interface PlacedArrow extends Arrow {
  readonly points: readonly Point[];
  /** The middle of its label. */
  readonly at: Point | null;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
}

/** Places every box and arrow from top to bottom. The same diagram always has the same layout. */
export function layoutOf(diagram: Diagram): Layout {
  const graph = new Graph({ multigraph: false });
  graph.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 44, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  const sized = diagram.boxes.map((box) => sizeOf(box));
  for (const { id, width, height } of sized) graph.setNode(id, { width, height });
  for (const { from, to, label } of diagram.arrows) {
    graph.setEdge(from, to, { width: label === '' ? 0 : textWidth(label, FONT.detail) + 8, height: 16, labelpos: 'c' });
  }
  arrange(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: sized.map((box) => {
      const { x = 0, y = 0 } = graph.node(box.id);
      return { ...box, x: round(x - box.width / 2), y: round(y - box.height / 2) };
    }),
    arrows: diagram.arrows.map((arrow) => {
      const { points = [], x, y } = graph.edge(arrow.from, arrow.to);
      const at = arrow.label === '' || x === undefined || y === undefined ? null : { x: round(x), y: round(y) };
      return { ...arrow, at, points: points.map((point: Point) => ({ x: round(point.x), y: round(point.y) })) };
    }),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

function sizeOf(box: Box): Omit<PlacedBox, 'x' | 'y'> {
  const title_lines = wrap(box.title);
  const detail_lines = box.detail === '' ? [] : wrap(box.detail);
  const widths = [
    ...title_lines.map((line) => textWidth(line, FONT.title) * BOLD),
    ...detail_lines.map((line) => textWidth(line, FONT.detail)),
  ];
  return {
    ...box,
    title_lines,
    detail_lines,
    width: Math.ceil(Math.max(NARROWEST, ...widths) + 2 * PADDING.x),
    height: (title_lines.length + detail_lines.length) * FONT.line + 2 * PADDING.y,
  };
}

/** Letters of a sans serif face are about 0.55 of their size wide; wider is safer than narrower. */
const textWidth = (text: string, size: number): number => [...text].length * size * 0.58;
/** Titles are bold, and the widest of the faces that browsers fall back to needs this much more room. */
const BOLD = 1.22;

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replace(/\s+/g, ' ').trim().split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= WIDEST_LINE) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = shortenText(word, WIDEST_LINE);
  }
  if (line !== '') lines.push(line);
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `${cutText(lines[MOST_LINES - 1] ?? '', WIDEST_LINE - 1)}…`];
}
