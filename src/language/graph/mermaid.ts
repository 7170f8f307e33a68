import { shortenText } from '../../shared/kit/cut-text.ts';
import type { BoxKind } from '../plan/descriptor.ts';
import type { Box, Diagram } from './diagram.ts';
import type { Counts } from './svg.ts';

const SHAPES: Readonly<Record<BoxKind, readonly [string, string]>> = {
  send: ['[', ']'],
  call: ['[', ']'],
  wait: ['([', '])'],
  choice: ['{', '}'],
  person: ['[/', '/]'],
  end: ['((', '))'],
};

const LONGEST = 120;

/** A Mermaid flowchart, for Markdown pages. */
export function toMermaid({ title, boxes, arrows }: Diagram, counts?: Counts): string {
  // Ids of nodes hold slashes and words that Mermaid keeps for itself.
  const names = new Map(boxes.map(({ id }, index) => [id, `n${index + 1}`]));
  return [
    '---',
    `title: ${title}`,
    '---',
    'flowchart TD',
    ...boxes.map((box) => `  ${names.get(box.id)}${shaped(box, counts?.[box.id] ?? 0)}`),
    ...arrows.map(({ from, to, label, back }) => {
      const line = back ? '-.->' : '-->';
      return `  ${names.get(from)} ${line}${label === '' ? '' : `|${quoted(label)}|`} ${names.get(to)}`;
    }),
    '',
  ].join('\n');
}

function shaped({ kind, title, detail }: Box, count: number): string {
  const [open, close] = SHAPES[kind];
  const text = detail === '' ? title : `${title}: ${detail}`;
  const short = shortenText(text, LONGEST);
  return `${open}${quoted(count > 0 ? `${short} (${count})` : short)}${close}`;
}

/** Mermaid reads entities in quoted texts; a quote or a bracket of its own would end the text. */
const quoted = (text: string): string =>
  `"${text.replace(/\s+/g, ' ').replace(/[#"<>`|;]/g, (sign) => `#${sign.charCodeAt(0)};`)}"`;
