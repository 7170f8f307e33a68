import { LEAD_FIELDS } from '../../../language/plan/lead.ts';
import { profileIdentity } from '../../../shared/identity/identity.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { cutText } from '../../../shared/kit/cut-text.ts';
import type { Column } from './column.ts';
import { fieldCalled, variableCalled } from './column-names.ts';
import type { FoundHeader } from './find-header.ts';
import { DO_NOT_CONTACT, isOptOut } from './opted-out.ts';

const VARIABLE = /^vars\.[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const TARGETS: readonly string[] = [...LEAD_FIELDS, DO_NOT_CONTACT];
const LONGEST_HEADER = 200;
const MOST_COLUMNS = 500;

/**
 * Chooses the use of each column: the one in `mapping`, else the field that is called so in some language, else a variable of that name. Two columns
 * for one thing are refused, for a guess would be wrong for every row.
 */
export function mapColumns(
  { cells: headers, sample }: Pick<FoundHeader, 'cells' | 'sample'>,
  mapping: Readonly<Record<string, string>>,
): Column[] {
  if (headers.length > MOST_COLUMNS)
    throw wrong('too_many_columns', `The file has ${headers.length} columns, above ${MOST_COLUMNS}.`);
  const given = new Map(Object.entries(mapping).map(([header, to]) => [header.trim(), to.trim()]));
  const used = new Set<string>();
  const cut = headers.map((text) => cutText(text.trim(), LONGEST_HEADER).trim());
  const columns = cut.map((header, index): Column => {
    // The second column of one name is `Name#2`.
    const count = cut.slice(0, index + 1).filter((other) => other === header).length;
    const name = count > 1 ? `${header}#${count}` : header;
    const asked = given.get(name);
    if (asked !== undefined) {
      used.add(name);
      return { header: name, becomes: target(name, asked) };
    }
    if (header === '') return { header: name, becomes: null };
    if (VARIABLE.test(header)) return { header: name, becomes: header };
    if (isOptOut(header)) return { header: name, becomes: DO_NOT_CONTACT };
    const variable = variableCalled(header);
    return { header: name, becomes: fieldCalled(header) ?? (variable === '' ? null : `vars.${variable}`) };
  });
  nameProfiles(columns, sample);
  const unknown = [...given.keys()].find((header) => !used.has(header));
  if (unknown !== undefined) {
    throw wrong(
      'unknown_column',
      `The mapping names the column ${unknown}, which the file does not have: ${headers.join(', ')}.`,
    );
  }
  refuseDuplicates(columns, given);
  return columns;
}

/** A column `URL` is the profile where its addresses are profiles, as in the network's own export; else it is a page of anybody. */
function nameProfiles(columns: Column[], sample: FoundHeader['sample']): void {
  const place = columns.findIndex(({ becomes }) => becomes === 'vars.url' || becomes === 'vars.link');
  const column = columns[place];
  if (column === undefined || columns.some(({ becomes }) => becomes === 'profile_url')) return;
  if (holdsProfiles(sample, place)) columns[place] = { ...column, becomes: 'profile_url' };
}

/** Whether most addresses of a column lead to people; the others are refused, each with its row. */
export function holdsProfiles(sample: FoundHeader['sample'], place: number): boolean {
  const given = sample.flatMap((row) => row[place]?.trim() || []);
  const profiles = given.filter((url) => url.includes('/') && profileIdentity(url) !== null);
  return profiles.length > given.length / 2;
}

function target(header: string, asked: string): string | null {
  if (asked === '' || asked === 'ignore') return null;
  if (TARGETS.includes(asked) || VARIABLE.test(asked)) return asked;
  throw wrong(
    'invalid_mapping',
    `${header} cannot become ${asked}: it may be one of ${TARGETS.join(', ')}, vars.<name> or ignore.`,
  );
}

function refuseDuplicates(columns: readonly Column[], given: ReadonlyMap<string, string>): void {
  const first = new Map<string, string>();
  for (const { header, becomes } of columns) {
    if (becomes === null || becomes === DO_NOT_CONTACT) continue;
    const other = first.get(becomes);
    if (other === undefined) first.set(becomes, header);
    else {
      const loose = [other, header].find((one) => !given.has(one)) ?? header;
      throw new CodedError('duplicate_column', `Both ${other} and ${header} would be ${becomes}.`, {
        fix: `Say which it is: a mapping of "${loose}" to "ignore" leaves it out.`,
      });
    }
  }
}

const wrong = (code: string, message: string): CodedError => new CodedError(code, message);
