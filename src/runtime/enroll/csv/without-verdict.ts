import { hasVerdict, VERDICT } from '../../../shared/kit/verdict.ts';
import type { CsvTable } from './read-table.ts';

/** A file of bad rows that was mended is the file that was sent first: what we wrote before each row is none of its cells. */
export function withoutVerdict(table: CsvTable): CsvTable {
  const { header, rows } = table;
  if (!hasVerdict(header.cells)) return table;
  const cut = (cells: readonly string[]) => cells.slice(VERDICT.length);
  return {
    ...table,
    header: { ...header, cells: cut(header.cells), sample: header.sample.map(cut) },
    rows: cutEach(rows, cut),
  };
}

async function* cutEach(
  rows: CsvTable['rows'],
  cut: (cells: readonly string[]) => readonly string[],
): CsvTable['rows'] {
  for await (const cells of rows) {
    const own = cut(cells);
    if (own.some((cell) => cell.trim() !== '')) yield own;
  }
}
