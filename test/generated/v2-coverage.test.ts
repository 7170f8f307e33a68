import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { matchTags } from '../specification-rows/match-tags.ts';
import { coverageRows } from '../specification-rows/rows.ts';
import { scanTags, type Tagged } from '../specification-rows/scan-tags.ts';

const groups = coverageRows();
const rows = groups.flatMap((group) => group.rows);
const { testsOf, strays } = matchTags(rows, scanTags(join(PACKAGE_ROOT, 'test')));

it('docs/v2-coverage.md says which tests prove what', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/v2-coverage.md');
});

describe('the coverage of the V2 specification', () => {
  it('has a test for every row', () => {
    expect(rows.filter((row) => testsOf.get(row.id)?.length === 0).map((row) => row.id)).toEqual([]);
  });

  it('has a row for every tag', () => {
    expect(strays.map(({ tag, file, title }) => `[${tag}] in ${file}: ${title}`)).toEqual([]);
  });

  it('has no row twice', () => {
    const ids = rows.map((row) => row.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

function page(): string {
  return `<!-- Generated from src/v2/contract and the tests' titles by \`npm run generate\`; do not edit. -->
# What the specification of the V2 service says, and the tests that prove it

Each row is one thing that the specification says, or that this repository decided where it is silent. Tests name the rows they
prove in square brackets at the end of their titles; \`*\` stands for all fields of a record. Files are below \`test/\`.

${groups.map(({ heading, rows }) => `## ${heading}\n\n| Row | Says | Tests |\n| - | - | - |\n${rows.map(line).join('\n')}`).join('\n\n')}
`;
}

function line({ id, says }: { readonly id: string; readonly says: string }): string {
  return `| \`${id}\` | ${says.replaceAll('|', '\\|') || '–'} | ${files(testsOf.get(id) ?? []) || '**none**'} |`;
}

function files(tests: readonly Tagged[]): string {
  const counts = new Map<string, number>();
  for (const { file } of tests) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].map(([file, count]) => (count === 1 ? file : `${file} (${count})`)).join(', ');
}
