import { fieldCalled } from './column-names.ts';
import { countryCode } from './country-code.ts';
import type { FoundHeader } from './find-header.ts';
import { holdsProfiles } from './map-columns.ts';
import { readTable } from './read-table.ts';

/** The names of an entry of the do-not-contact list, and the reason for it. */
export type SuppressionFields = Readonly<Record<string, string>>;

export interface SuppressionRow {
  /** Number of the row, counted from 1 below the header. */
  readonly row: number;
  /** One for each name of a person. */
  readonly entries: readonly SuppressionFields[];
}

/** Columns that name a person, who may have several names. */
const PERSONAL: readonly (string | null)[] = ['email', 'profile_url', 'phone_number'];
const OTHERS: readonly string[] = ['domain', 'company', 'lead_id'];
/** Columns about the names in a row. */
const ABOUT: readonly string[] = ['reason', 'country'];

/**
 * The rows of a file for the do-not-contact list, as every CSV is read: by the columns that are named; without any, the first cell of each line is
 * an address or a domain. A company beside a person's own name is what is known of them, and not put on the list.
 */
export async function* readSuppressions(
  bytes: AsyncIterable<Uint8Array>,
  { encoding }: { readonly encoding?: string | undefined } = {},
): AsyncGenerator<SuppressionRow> {
  const table = await readTable(bytes, { isKnown: (cell) => nameOf(cell) !== null, may_be_bare: true, encoding });
  if (table === null) return;
  const { header, rows } = table;
  const isBare = !header.cells.some((cell) => ![null, ...ABOUT].includes(nameOf(cell)));
  const columns = header.cells.map((cell, place) => nameOf(cell) ?? profilesIn(header, cell, place));
  let row = 0;
  if (isBare) {
    row += 1;
    yield { row, entries: bareEntries(header.cells) };
  }
  for await (const cells of rows) {
    row += 1;
    yield { row, entries: isBare ? bareEntries(cells) : namedEntries(columns, cells) };
  }
}

function nameOf(cell: string): string | null {
  const name = cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const field = fieldCalled(cell);
  if (field === 'country') return 'country';
  return [...OTHERS, ...ABOUT].find((known) => known === name) ?? (PERSONAL.includes(field) ? field : null);
}

const profilesIn = ({ sample }: FoundHeader, cell: string, place: number): string | null =>
  /^(?:url|link)$/i.test(cell.trim()) && holdsProfiles(sample, place) ? 'profile_url' : null;

function bareEntries([first = '']: readonly string[]): SuppressionFields[] {
  const name = first.trim();
  return [{ [name.includes('@') && !name.startsWith('@') ? 'email' : 'domain']: name }];
}

function namedEntries(columns: readonly (string | null)[], cells: readonly string[]): SuppressionFields[] {
  const given = columns.flatMap((name, place): [string, string][] => {
    const value = cells[place]?.trim();
    return name === null || !value ? [] : [[name, name === 'country' ? countryCode(value) : value]];
  });
  const about = given.filter(([name]) => ABOUT.includes(name));
  const personal = given.filter(([name]) => PERSONAL.includes(name));
  const others = given.filter(([name]) => OTHERS.includes(name) && (personal.length === 0 || name !== 'company'));
  // Anything else is for the list to say whether it is one name.
  const named = personal.length > 0 && others.length === 0 ? personal.map((one) => [one]) : [[...personal, ...others]];
  return named.filter((names) => names.length > 0).map((names) => Object.fromEntries([...names, ...about]));
}
