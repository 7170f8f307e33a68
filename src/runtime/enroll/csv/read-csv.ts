import { emailIdentity } from '../../../shared/identity/identity.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { shortenText } from '../../../shared/kit/cut-text.ts';
import { OPTED_OUT } from '../../store/campaigns/opt-outs.ts';
import type { GivenRow } from '../../store/campaigns/stage-rows.ts';
import type { Column } from './column.ts';
import { fieldCalled } from './column-names.ts';
import { countryCode } from './country-code.ts';
import type { FoundHeader } from './find-header.ts';
import { mapColumns } from './map-columns.ts';
import { DO_NOT_CONTACT, optOutReader } from './opted-out.ts';
import { readTable } from './read-table.ts';
import { withoutVerdict } from './without-verdict.ts';

export interface CsvFile {
  /** The encoding as it was understood so far. */
  readonly encoding: () => string;
  readonly delimiter: string;
  /** The line that names the columns, from 1. */
  readonly header_line: number;
  readonly columns: readonly Column[];
  /** The file's own names of its columns. */
  readonly headers: readonly string[];
  /** One by one, as the file comes in; empty rows are left out and not counted. */
  readonly rows: AsyncGenerator<GivenRow>;
}

export interface CsvReading {
  readonly mapping?: Readonly<Record<string, string>>;
  /** Absent: what it is found to be. */
  readonly encoding?: string | undefined;
}

/** Reads a file of people, never as a whole: its header first, so that what was understood can be said before anything happens. */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { mapping = {}, encoding: given }: CsvReading = {},
): Promise<CsvFile> {
  const mapped = new Set(Object.keys(mapping).map((name) => name.trim()));
  const isKnown = (cell: string): boolean => mapped.has(cell.trim()) || fieldCalled(cell) !== null;
  const table = await readTable(bytes, { isKnown, encoding: given });
  if (table === null) throw new CodedError('empty_file', 'The file is empty: a header must name its columns.');
  const { header, encoding, rows } = withoutVerdict(table);
  if (header.known === 0 && header.cells.some(isValue)) throw noHeader(header);
  const columns = mapColumns(header, mapping);
  refuseNameless(header, columns);
  const { delimiter, line: header_line } = header;
  return { encoding, delimiter, header_line, columns, headers: header.cells, rows: rowsOf(rows, columns) };
}

/** An address of a person or a page: nobody calls a column so. */
const isValue = (cell: string): boolean => emailIdentity(cell) !== null || /^https?:\/\//i.test(cell.trim());

function noHeader({ line, cells }: FoundHeader): CodedError {
  return new CodedError('no_header', `Line ${line} looks like a row and not like a header: ${shown(cells)}.`, {
    fix: 'Put a line above it that names the columns, such as first_name,email,profile_url.',
  });
}

const NAMING: readonly (string | null)[] = ['profile_url', 'email', 'phone_number'];

/** Nobody could be enrolled, and why would be said of each row. */
function refuseNameless({ line }: FoundHeader, columns: readonly Column[]): void {
  if (columns.some(({ becomes }) => NAMING.includes(becomes))) return;
  const header = shown(columns.map((column) => column.header));
  throw new CodedError(
    'no_name_column',
    `No column says who a row is about: line ${line} looks like the header (${header}), and none of its columns becomes ${NAMING.join(', ')}.`,
    { fix: 'Say what a column is by a mapping, such as {"Contact": "email"}.' },
  );
}

const shown = (cells: readonly string[]): string =>
  shortenText(cells.map((cell) => `“${cell.trim()}”`).join(', '), 200);

async function* rowsOf(
  records: AsyncGenerator<readonly string[]>,
  columns: readonly Column[],
): AsyncGenerator<GivenRow> {
  const readOptOut = optOutReader(columns);
  let row = 0;
  for await (const cells of records) {
    row += 1;
    const given = { lead: leadOf(cells, columns) };
    const beyond = cells.slice(columns.length).findIndex((cell) => cell.trim() !== '');
    if (beyond >= 0) {
      // An unquoted comma has moved all cells behind it: nobody knows which is what.
      const message = `The row has ${cells.length} cells, but the header has ${columns.length} columns.`;
      yield { row, given, cells, refused: { code: 'ragged_row', message } };
      continue;
    }
    const message = readOptOut(cells);
    yield message === null ? { row, given, cells } : { row, given, cells, refused: { code: OPTED_OUT, message } };
  }
}

function leadOf(cells: readonly string[], columns: readonly Column[]): Record<string, unknown> {
  const fields: [string, string][] = [];
  const vars: [string, string][] = [];
  for (const [index, { becomes }] of columns.entries()) {
    const cell = (cells[index] ?? '').replaceAll('\0', '').trim();
    if (becomes === null || becomes === DO_NOT_CONTACT || cell === '') continue;
    if (becomes.startsWith('vars.')) vars.push([becomes.slice('vars.'.length), cell]);
    else fields.push([becomes, becomes === 'country' ? countryCode(cell) : cell]);
  }
  return Object.fromEntries([...fields, ...(vars.length === 0 ? [] : [['vars', Object.fromEntries(vars)]])]);
}
