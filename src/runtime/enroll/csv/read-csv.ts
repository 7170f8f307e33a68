import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { GivenRow } from '../../store/campaigns/stage-rows.ts';
import { countryCode } from './country-code.ts';
import { decodeText } from './decode-text.ts';
import { unguardCell } from './guard-cell.ts';
import { type Column, mapColumns } from './map-columns.ts';

export interface CsvFile {
  readonly encoding: string;
  readonly delimiter: string;
  readonly columns: readonly Column[];
  /** One by one, as the file comes in; empty rows are left out and not counted. */
  readonly rows: AsyncGenerator<GivenRow>;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const LARGEST_ROW = 1024 * 1024;
const HEAD = 64 * 1024;

/** Reads a file of people, never as a whole: its header first, so that what was understood can be said before anything happens. */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  mapping: Readonly<Record<string, string>> = {},
): Promise<CsvFile> {
  const { encoding, text } = await decodeText(bytes);
  let head = '';
  for (let part = await text.next(); !part.done; part = await text.next()) {
    head += part.value;
    if (head.length >= HEAD) break;
  }
  const delimiter = delimiterOf(head);
  const records = recordsOf(head, text, delimiter);
  const first = await records.next();
  if (first.done) throw new CodedError('empty_file', 'The file has no header: its first row must name the columns.');
  const columns = mapColumns(first.value.cells.map(unguardCell), mapping);
  return { encoding, delimiter, columns, rows: rowsOf(records, columns) };
}

/** That which the header has most of, outside of quotes. */
function delimiterOf(head: string): string {
  const bare = head.replace(/"(?:[^"]|"")*"/g, '').trimStart();
  const header = bare.split(/\r\n|\n|\r/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

interface CsvRecord {
  readonly cells: readonly string[];
}

async function* recordsOf(head: string, rest: AsyncGenerator<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  async function* whole(): AsyncGenerator<string> {
    if (head !== '') yield head;
    yield* rest;
  }
  const options = {
    delimiter,
    // Each line by its own end: files that two programs wrote have both.
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LARGEST_ROW,
  };
  const source = Readable.from(whole());
  const parser = parse(options);
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record } of source.pipe(parser) as AsyncIterable<{ record: string[]; info: Info }>) {
      if (record.some((cell) => cell.trim() !== '')) yield { cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError
      ? new CodedError('invalid_csv', `The file is not CSV: ${error.message}.`, { cause: error })
      : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function* rowsOf(records: AsyncGenerator<CsvRecord>, columns: readonly Column[]): AsyncGenerator<GivenRow> {
  let row = 0;
  for await (const { cells } of records) {
    row += 1;
    const given = { lead: leadOf(cells, columns) };
    const beyond = cells.slice(columns.length).findIndex((cell) => cell.trim() !== '');
    if (beyond < 0) yield { row, given };
    else {
      // An unquoted comma has moved all cells behind it: nobody knows which is what.
      const message = `The row has ${cells.length} cells, but the header has ${columns.length} columns.`;
      yield { row, given, refused: { code: 'ragged_row', message } };
    }
  }
}

function leadOf(cells: readonly string[], columns: readonly Column[]): Record<string, unknown> {
  const fields: [string, string][] = [];
  const vars: [string, string][] = [];
  for (const [index, { becomes }] of columns.entries()) {
    const cell = unguardCell(cells[index] ?? '')
      .replaceAll('\0', '')
      .trim();
    if (becomes === null || cell === '') continue;
    if (becomes.startsWith('vars.')) vars.push([becomes.slice('vars.'.length), cell]);
    else fields.push([becomes, becomes === 'country' ? countryCode(cell) : cell]);
  }
  return Object.fromEntries([...fields, ...(vars.length === 0 ? [] : [['vars', Object.fromEntries(vars)]])]);
}
