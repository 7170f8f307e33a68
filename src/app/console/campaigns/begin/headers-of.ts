import { hasVerdict, VERDICT } from '../../../../shared/kit/verdict.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The columns of a file by its beginning, before the server has read it: only to offer them where it cannot. */
export function headersOf(beginning: string): string[] {
  const [line = ''] = beginning.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, 1);
  const [delimiter = ','] = DELIMITERS.toSorted((one, other) => line.split(other).length - line.split(one).length);
  const headers: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) {
      headers.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  headers.push(cell.trim());
  const own = hasVerdict(headers) ? headers.slice(VERDICT.length) : headers;
  return own.filter((header) => header !== '');
}
