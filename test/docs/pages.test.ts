import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { formatDiagnostics } from '../../src/language/sequence/diagnostics/format-diagnostics.ts';
import { brokenLinks } from './links.ts';
import { FILES, missingInComments, missingPaths, unknownVariables } from './mentions.ts';

const docs = join(PACKAGE_ROOT, 'docs');
const readme = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');
const pages = [
  ...['README.md', 'CONTRIBUTING.md'].map((name) => join(PACKAGE_ROOT, name)),
  ...readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(docs, name)),
];

describe('the README', () => {
  it('has at most 900 words', () => {
    expect(readme.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(900);
  });

  it('shows three pictures, each for light and for dark, of less than 100 KB', () => {
    const shown = [
      ...readme.matchAll(/srcset="(\S+)-dark\.(\w+)">\n {2}<img src="(\S+)-light\.(\w+)" alt="[^"]{20,}"/g),
    ];
    expect(shown).toHaveLength(3);
    for (const [, dark = '', ofDark = '', light = '', ofLight = ''] of shown) {
      expect([light, ofLight]).toEqual([dark, ofDark]);
      for (const theme of ['dark', 'light'])
        expect(statSync(join(PACKAGE_ROOT, `${dark}-${theme}.${ofDark}`)).size, dark).toBeLessThan(100_000);
    }
  });

  it('shows what validating its sequence prints, and of a mistake in it', () => {
    const sequence = /```yaml\n(sequence: hello\n[\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const printed = [...readme.matchAll(/^\$ npx overture validate hello\.yaml\n([\s\S]*?)```/gm)].map(
      ([, text]) => text,
    );
    const compiled = compileSequence(sequence);
    const mistaken = sequence.replace('Thank you, {{ first_name }}', 'Thank you, {{ frist_name }}');
    expect(printed).toEqual([
      `hello.yaml: ok ${compiled.ok ? compiled.digest : ''}\n`,
      `${formatDiagnostics(mistaken, compileSequence(mistaken).diagnostics, { file: 'hello.yaml' }).trimEnd()}\n`,
    ]);
  });
});

describe('apostrophes', () => {
  it('are straight in every text and page of ours', () => {
    const folders = ['src', 'activities', 'workflows', 'docs', 'sequences', 'limits', 'README.md', 'CONTRIBUTING.md'];
    // What reads the texts of others knows both; it does not have them between two letters.
    const found = spawnSync('git', ['grep', '-n', '[a-z]\u2019[a-z]\\|[a-z]\u2019 ', '--', ...folders], {
      cwd: PACKAGE_ROOT,
      encoding: 'utf8',
    });
    expect(found).toMatchObject({ status: 1, stdout: '' });
  });
});

describe('the pages', () => {
  const findIn = (find: (page: string) => string[]) =>
    pages.flatMap((page) => find(page).map((found) => `${relative(PACKAGE_ROOT, page)}: ${found}`));

  it('link to files and headings that are there', () => {
    expect(findIn(brokenLinks)).toEqual([]);
  });

  it('name files and folders that are there', () => {
    expect(findIn(missingPaths)).toEqual([]);
  });

  it('name environment variables that are read', () => {
    expect(findIn(unknownVariables)).toEqual([]);
  });

  it('are all in the index of their folder', () => {
    const missing = ['', 'decisions'].flatMap((folder) => {
      const index = readFileSync(join(docs, folder, 'README.md'), 'utf8');
      return pages
        .filter((page) => dirname(page) === join(docs, folder) && basename(page) !== 'README.md')
        .filter((page) => !index.includes(`](${basename(page)})`));
    });
    const index = readFileSync(join(docs, 'README.md'), 'utf8');
    const recipes = readdirSync(join(docs, 'recipes')).filter((name) => !index.includes(`](recipes/${name})`));
    expect([...missing, ...recipes]).toEqual([]);
  });
});

describe('the comments of the code', () => {
  it('name files and folders that are there', () => {
    const sources = FILES.filter((file) => /^(?:src|activities|workflows|test)\/.*\.(?:ts|mjs|cjs)$/.test(file));
    expect(
      sources.flatMap((file) => missingInComments(join(PACKAGE_ROOT, file)).map((found) => `${file}: ${found}`)),
    ).toEqual([]);
  });
});
