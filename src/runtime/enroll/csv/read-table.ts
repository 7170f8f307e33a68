import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { decodeText } from './decode-text.ts';
import { csvOptions, type FoundHeader, findHeader, type HeaderNames } from './find-header.ts';
import { unguardCell } from './guard-cell.ts';

/** A CSV file, as every one is read: of people, and of names for the do-not-contact list. */
export interface CsvTable {
  /** The encoding as it was understood so far. */
  readonly encoding: () => string;
  readonly header: FoundHeader;
  /** The rows below the header, one by one, as the file comes in; empty ones are left out. */
  readonly rows: AsyncGenerator<readonly string[]>;
}

const LARGEST_ROW = 1024 * 1024;
const HEAD = 64 * 1024;

/** Reads a file, never as a whole: its header first. Null: the file has no line. */
export async function readTable(
  bytes: AsyncIterable<Uint8Array>,
  { encoding: given, ...names }: HeaderNames & { readonly encoding?: string | undefined },
): Promise<CsvTable | null> {
  const { encoding, text } = decodeText(bytes, given);
  const head = await headOf(text);
  const header = findHeader(head, names);
  if (header === null) return null;
  const rows = recordsOf(head.slice(header.offset), text, header.delimiter);
  // The header's line is the first that is read.
  await rows.next();
  return { encoding, header: { ...header, cells: header.cells.map(unguardCell) }, rows };
}

async function headOf(text: AsyncGenerator<string>): Promise<string> {
  let head = '';
  for (let part = await text.next(); !part.done; part = await text.next()) {
    head += part.value;
    if (head.length >= HEAD) break;
  }
  return head;
}

async function* recordsOf(
  head: string,
  rest: AsyncGenerator<string>,
  delimiter: string,
): AsyncGenerator<readonly string[]> {
  async function* whole(): AsyncGenerator<string> {
    if (head !== '') yield head;
    yield* rest;
  }
  const source = Readable.from(whole());
  // `Ada "the first" Lovelace` is a cell as it stands.
  const parser = parse({ ...csvOptions(delimiter), relax_quotes: true, max_record_size: LARGEST_ROW });
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const record of source.pipe(parser) as AsyncIterable<string[]>) {
      if (record.some((cell) => cell.trim() !== '')) yield record.map(unguardCell);
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
