import { CsvError, type Options, parse } from 'csv-parse/sync';

/** The line of a file that names its columns, and the sign that separates cells. */
export interface FoundHeader {
  readonly delimiter: string;
  /** Number of the line, counted from 1 as an editor does. */
  readonly line: number;
  /** The place in the text at which that line begins. */
  readonly offset: number;
  readonly cells: readonly string[];
  /** The first rows below it. */
  readonly sample: readonly (readonly string[])[];
  /** How many of its cells are known names. */
  readonly known: number;
}

export interface HeaderNames {
  /** Whether a cell names a column. */
  readonly isKnown: (cell: string) => boolean;
  /** A file whose header has no known name has none: its first line is a row. */
  readonly may_be_bare?: boolean;
}

/** Signs that may separate cells, the likeliest first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** A line for Excel, which says what parts the cells and is none of the rows. */
const SEPARATOR = /^"?sep=([^"\r\n])"?[ \t,;|]*(?:\r\n|\n|\r|$)/i;
/** Lines above a header: a title, notes, when it was exported. */
const MOST_ABOVE = 40;
const SAMPLE = 50;
const LONGEST_RECORD = 256 * 1024;

/** The options with which the head of a file is read, and its rows. */
export const csvOptions = (delimiter: string) => ({
  delimiter,
  // Each line by its own end: files that two programs wrote have both.
  record_delimiter: ['\r\n', '\n', '\r'],
  // Quotes may stand behind a blank; tabs are no blanks where they part cells.
  trim: delimiter !== '\t',
  relax_column_count: true,
  skip_empty_lines: true,
});

/**
 * Finds the header by the beginning of a file, trying each delimiter: the first line with names that are known, with whose number of cells most
 * rows below it agree. Where no name is known it is the first line with several cells of which that is true, or the first of all. Null: there is
 * no line at all.
 */
export function findHeader(head: string, { isKnown, may_be_bare = false }: HeaderNames): FoundHeader | null {
  const declared = SEPARATOR.exec(head);
  const delimiters = declared === null ? DELIMITERS : [declared[1] ?? ','];
  const lines = linesOf(head, declared?.[0].length ?? 0).slice(0, MOST_ABOVE);
  const read = lines.flatMap(
    (place) => likeliest(delimiters.flatMap((one) => headerAt(head, one, place, isKnown))) ?? [],
  );
  const named = read.filter(({ known }) => known > 0);
  const mostNames = Math.max(...named.map(({ known }) => known));
  const found = named.find(agrees) ?? named.find(({ known }) => known === mostNames);
  const unknown = may_be_bare ? undefined : read.find((one) => one.cells.length > 1 && agrees(one));
  return found ?? unknown ?? read[0] ?? null;
}

/** The first of equals: the likeliest delimiter. */
function likeliest(headers: readonly FoundHeader[]): FoundHeader | undefined {
  return headers.reduce<FoundHeader | undefined>(
    (best, one) => (best === undefined || compare(rankOf(one), rankOf(best)) > 0 ? one : best),
    undefined,
  );
}

/** The criteria by which headers are compared, in this order. */
const rankOf = (header: FoundHeader): readonly number[] => [
  header.known > 0 ? 1 : 0,
  agreement(header),
  header.known,
  header.cells.length,
];

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** The share of the rows that have as many cells. */
function agreement({ sample, cells }: FoundHeader): number {
  return sample.length === 0 ? 0 : sample.filter((row) => row.length === cells.length).length / sample.length;
}

const agrees = (header: FoundHeader): boolean => header.sample.length === 0 || agreement(header) > 0.5;

interface Place {
  readonly line: number;
  readonly offset: number;
}

/** Lists the places at which lines begin that are not empty. */
function linesOf(head: string, from: number): Place[] {
  const places: Place[] = [];
  let line = head.slice(0, from).split(/\r\n|\n|\r/).length;
  let offset = from;
  for (const part of head.slice(from).split(/(\r\n|\n|\r)/)) {
    if (/^[\r\n]/.test(part)) line += 1;
    else if (part.trim() !== '') places.push({ line, offset });
    offset += part.length;
  }
  return places;
}

function headerAt(
  head: string,
  delimiter: string,
  { line, offset }: Place,
  isKnown: (cell: string) => boolean,
): FoundHeader[] {
  const text = head.slice(offset, offset + LONGEST_RECORD);
  const [cells] = [...recordsOf(text, delimiter, 1), ...recordsOf(text, delimiter, 1, { relax_quotes: true })];
  if (cells === undefined) return [];
  const known = cells.filter((cell) => isKnown(cell) && isWhole(cell)).length;
  return [{ delimiter, line, offset, cells, known, sample: recordsOf(text, delimiter, SAMPLE + 1).slice(1) }];
}

/** A cell that was cut by what parts nothing has one bracket of two: `city)` of `Note (role, city)`. */
function isWhole(cell: string): boolean {
  const count = (bracket: string): number => cell.split(bracket).length;
  return count('(') === count(')') && count('[') === count(']') && count('"') % 2 === 1;
}

/** Those that can be read: in another's cells, quotes stand where none can. The last may be cut where the head ends. */
function recordsOf(text: string, delimiter: string, most: number, more: Options = {}): string[][] {
  const records: string[][] = [];
  const options: Options = {
    ...csvOptions(delimiter),
    ...more,
    to: most,
    max_record_size: LONGEST_RECORD,
    on_record: (record: string[]) => {
      if (record.some((cell) => cell.trim() !== '')) records.push(record);
      return null;
    },
  };
  try {
    parse(text, options);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return records;
}
