import { escapeUTF8 } from 'entities/escape';
import { type Chart, drawChart } from './draw-chart.ts';

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A section with its chart, and the same as a table for those who read or listen; `open`: it is unfolded. */
export function section(
  title: string,
  text: string,
  chart: Chart | null,
  table: Table | null,
  { open = false }: { readonly open?: boolean } = {},
): string {
  const drawn = chart ? drawChart(chart) : '';
  const read =
    table === null
      ? ''
      : chart
        ? `<details${open ? ' open' : ''}><summary>As a table</summary>${formatTable(table)}</details>`
        : formatTable(table);
  return `<section><h2>${escapeUTF8(title)}</h2>${text === '' ? '' : `<p>${escapeUTF8(text)}</p>`}${drawn}${read}</section>`;
}

function formatTable({ head, rows }: Table): string {
  const cell = (value: string | number): string =>
    typeof value === 'number'
      ? `<td class="number">${value.toLocaleString('en-US')}</td>`
      : `<td>${escapeUTF8(value)}</td>`;
  const header = head.map((name) => `<th scope="col">${escapeUTF8(name)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n');
  return `<div class="scroll" tabindex="0"><table><thead><tr>${header}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeUTF8(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`;
}

const STYLE = `
:root { --ink: #1d2129; --faint: #c9ced6; --paper: #ffffff; --ground: #f4f5f7; --soft: #5b6370 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --faint: #4a515c; --paper: #1b1f26; --ground: #12151a; --soft: #a3abb8 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 920px; margin: 0 auto; padding: 20px 14px 60px }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere }
h2 { font-size: 1.05rem; margin: 0 0 4px }
p { margin: 0 0 10px; color: var(--soft) }
.end { color: var(--ink); font-size: 1.1rem; margin: 10px 0 16px }
section { background: var(--paper); border-radius: 10px; padding: 14px; margin: 14px 0 }
svg { width: 100%; height: auto; display: block }
.narrow { display: none }
@media (max-width: 640px) { .wide { display: none } .narrow { display: block } section { padding: 12px 8px } }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(130px, 1fr)); gap: 10px; margin: 0 }
dt { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere }
dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums }
.scroll { overflow-x: auto; max-height: 420px; overflow-y: auto }
table { border-collapse: collapse; width: 100%; font-size: .88rem }
th, td { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--faint); vertical-align: top; white-space: nowrap }
.number { text-align: right; font-variant-numeric: tabular-nums }
summary { cursor: pointer; color: var(--soft); padding: 6px 0 }
@media print {
  :root { --ink: #000000; --faint: #b5b5b5; --paper: #ffffff; --ground: #ffffff; --soft: #333333 }
  main { max-width: none; padding: 0 }
  section { padding: 6px 0; break-inside: avoid }
  .wide { display: block } .narrow { display: none }
  .scroll { max-height: none; overflow: visible }
  th, td { white-space: normal }
  summary { display: none }
}
`;
