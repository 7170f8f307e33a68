import { escapeUTF8 } from 'entities/escape';
import type { BoxKind } from '../plan/descriptor.ts';
import { curve } from './curve.ts';
import { type Diagram, kindName } from './diagram.ts';
import { FONT, layoutOf, type PlacedArrow, type PlacedBox } from './layout.ts';

/** How many people stand at each step now; nobody stands at a step that is not named. */
export type Counts = Readonly<Record<string, number>>;

const KINDS: readonly BoxKind[] = ['send', 'call', 'wait', 'choice', 'person', 'end'];
const LEGEND_HEIGHT = 34;
const LEGEND_ITEM = 132;

const STYLE = `
  text { font-family: system-ui, sans-serif; fill: #1c2430; }
  .title { font-size: ${FONT.title}px; font-weight: 600; }
  .detail, .label { font-size: ${FONT.detail}px; }
  .detail { fill: #4a5565; }
  .label { fill: #4a5565; text-anchor: middle; paint-order: stroke; stroke: #fff; stroke-width: 4px; }
  .box rect { stroke-width: 1.5; fill: #fff; stroke: #8894a6; }
  .send rect { fill: #e3efff; stroke: #2563c9; }
  .wait rect { fill: #fff6e0; stroke: #b7791f; }
  .choice rect { fill: #f1eaff; stroke: #6d4bc4; }
  .person rect { fill: #ffe9ee; stroke: #c02c55; }
  .end rect { fill: #e4f6ea; stroke: #23864a; }
  .count rect { fill: #1c2430; stroke: none; }
  .count text { fill: #fff; font-size: 11px; font-weight: 600; text-anchor: middle; }
  .arrow { fill: none; stroke: #8894a6; stroke-width: 1.5; }
  .back { stroke-dasharray: 5 4; }
  marker path { fill: #8894a6; }
  .ground { fill: #fff; }
  @media (prefers-color-scheme: dark) {
    text, .detail, .label { fill: #e6eaf0; }
    .label { stroke: #12171f; }
    .ground { fill: #12171f; }
    .box rect { fill: #1c2430; }
    .send rect { fill: #15305c; } .wait rect { fill: #4a3610; } .choice rect { fill: #35265f; }
    .person rect { fill: #57182b; } .end rect { fill: #153f26; }
    .count rect { fill: #e6eaf0; } .count text { fill: #12171f; }
  }`;

/** A self-contained SVG, light or dark as its reader is. With `counts` each box says how many people stand there. */
export function toSvg(diagram: Diagram, counts?: Counts): string {
  const { width, height, boxes, arrows } = layoutOf(diagram);
  const present = KINDS.filter((kind) => boxes.some((box) => box.kind === kind));
  const wide = Math.max(width, present.length * LEGEND_ITEM + 48);
  const high = height + LEGEND_HEIGHT;
  const shift = Math.round((wide - width) / 2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escapeXml(diagram.title)}</title>`,
    `<desc id="description">${escapeXml(inWords(diagram, counts))}</desc>`,
    `<style>${STYLE}\n</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 z"/></marker></defs>',
    `<rect class="ground" width="${wide}" height="${high}"/>`,
    `<g transform="translate(${shift} 0)">`,
    ...arrows.map((arrow) => arrowSvg(arrow)),
    ...boxes.map((box) => boxSvg(box, counts?.[box.id] ?? 0)),
    ...arrows.map((arrow) => labelSvg(arrow)),
    '</g>',
    ...present.map((kind, index) => legendSvg(kind, 24 + index * LEGEND_ITEM, height)),
    '</svg>',
    '',
  ].join('\n');
}

function boxSvg(box: PlacedBox, count: number): string {
  const { x, y, width, height, kind, title_lines, detail_lines } = box;
  const radius = kind === 'end' ? Math.min(18, height / 2) : kind === 'choice' ? 2 : 7;
  const line = (text: string, index: number, name: string): string =>
    `<text class="${name}" x="${x + 14}" y="${y + 10 + FONT.line * index + 11}">${escapeXml(text)}</text>`;
  return [
    `<g class="box ${kind}"><title>${escapeXml(`${box.id}: ${[box.title, box.detail].filter(Boolean).join(': ')}`)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`,
    ...title_lines.map((text, index) => line(text, index, 'title')),
    ...detail_lines.map((text, index) => line(text, title_lines.length + index, 'detail')),
    ...(count > 0 ? [countSvg(x + width, y, count)] : []),
    '</g>',
  ].join('');
}

function countSvg(right: number, top: number, count: number): string {
  const width = 14 + String(count).length * 7;
  const x = right - width + 8;
  return `<g class="count"><rect x="${x}" y="${top - 9}" width="${width}" height="18" rx="9"/><text x="${x + width / 2}" y="${top + 4}">${count}</text></g>`;
}

function arrowSvg({ points, back }: PlacedArrow): string {
  return `<path class="arrow${back ? ' back' : ''}" d="${curve(points)}" marker-end="url(#head)"/>`;
}

function labelSvg({ at, label }: PlacedArrow): string {
  return at === null ? '' : `<text class="label" x="${at.x}" y="${at.y + 4}">${escapeXml(label)}</text>`;
}

function legendSvg(kind: BoxKind, x: number, y: number): string {
  return `<g class="box ${kind}"><rect x="${x}" y="${y + 4}" width="14" height="14" rx="3"/><text class="detail" x="${x + 20}" y="${y + 15}">${kindName(kind)}</text></g>`;
}

/** For those who do not see the picture. */
function inWords({ boxes, arrows }: Diagram, counts: Counts | undefined): string {
  const names = new Map(boxes.map(({ id, title }) => [id, title]));
  return boxes
    .map(({ id, title }) => {
      const ways = arrows.filter(({ from }) => from === id);
      const next = ways.map(({ to, label }) => `${label === '' ? 'then' : label}: ${names.get(to) ?? to}`).join('; ');
      const people = counts?.[id] ? ` (${counts[id]} now)` : '';
      return `${title}${people}${next === '' ? '' : ` → ${next}`}.`;
    })
    .join(' ');
}

function escapeXml(text: string): string {
  // Control characters may not stand in XML at all.
  const printable = [...text].filter((sign) => sign >= ' ' || sign === '\n' || sign === '\t').join('');
  return escapeUTF8(printable);
}
