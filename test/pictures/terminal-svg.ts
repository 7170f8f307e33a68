export type Theme = 'light' | 'dark';

const COLUMNS = 112;
const CELL = { width: 8.43, height: 20 };
const EDGE = 20;
/** As quiet as those of the console, so that the pictures look like one program. */
const COLORS = {
  light: { ground: '#ffffff', line: '#dfe4ea', ink: '#1c2430', soft: '#5b6676', accent: '#2563c9' },
  dark: { ground: '#1a2029', line: '#2c3542', ink: '#e6eaf0', soft: '#9aa6b6', accent: '#7aa8f5' },
} as const;

/** A command and what it printed, as a terminal shows it; lines that are too long go on below, aligned with their text. */
export function terminalSvg(command: string, output: string, theme: Theme): string {
  const color = COLORS[theme];
  const rows = output.trimEnd().split('\n').flatMap(wrapped);
  const width = Math.ceil(COLUMNS * CELL.width + 2 * EDGE);
  const height = (rows.length + 1) * CELL.height + 2 * EDGE;
  const lines = [
    `<tspan fill="${color.accent}">$</tspan> <tspan font-weight="bold">${escaped(command)}</tspan>`,
    ...rows.map((row) => painted(row, color)),
  ].map((line, index) => `<text x="${EDGE}" y="${EDGE + (index + 0.75) * CELL.height}">${line}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escaped(command)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${color.ground}" stroke="${color.line}"/>
<g xml:space="preserve" fill="${color.ink}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${lines.join('\n')}
</g>
</svg>
`;
}

/** Times and the ids of steps stand back behind what happened. */
function painted(row: string, color: { readonly soft: string }): string {
  const soft = (text: string) => `<tspan fill="${color.soft}">${text}</tspan>`;
  return escaped(row)
    .replace(/^ {2}\w{3} \d{1,2} \w{3} \d{4} \d\d:\d\d/, soft)
    .replace(/\[[\w/-]+\]/g, soft);
}

function wrapped(line: string): string[] {
  if (line.length <= COLUMNS) return [line];
  const margin = /^(?: *- | {2}\w{3} \d{1,2} \w{3} \d{4} \d\d:\d\d {2}| *)/.exec(line)?.[0].length ?? 0;
  const cut = line.lastIndexOf(' ', COLUMNS);
  if (cut <= margin) return [line];
  return [line.slice(0, cut), ...wrapped(' '.repeat(margin) + line.slice(cut + 1))];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
