import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { npm } from '../support/npm.ts';

const listed = z.array(z.object({ files: z.array(z.object({ path: z.string() })) })).length(1);
const manifest = z
  .object({ name: z.string(), private: z.boolean().optional() })
  .parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')));

const packed = ((): string[] => {
  const [list] = listed.parse(JSON.parse(npm(PACKAGE_ROOT, ['pack', '--dry-run', '--ignore-scripts', '--json'])));
  return list?.files.map(({ path }) => path) ?? [];
})();

const below = (folder: string): string[] =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(PACKAGE_ROOT.length + 1));

describe('the package', () => {
  it('holds what runs, what it reads, and what people read: no test, no source, nothing of this machine', () => {
    const places = new Set(packed.map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path)));
    expect([...places].sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'limits', 'package.json', 'sequences', 'src'].sort(),
    );
    expect(packed.filter((path) => /(?<!\.d)\.tsx?$|\.test\.js$|\.map$|tsbuildinfo/.test(path))).toEqual([]);
  });

  it('holds every file that the sources read beside their modules: tables, pages, templates', () => {
    const read = below('src').filter((path) => !path.endsWith('.ts'));
    expect(read.length).toBeGreaterThan(40);
    expect(packed).toEqual(expect.arrayContaining(read));
    expect(packed).toEqual(expect.arrayContaining([...below('limits'), ...below('docs/diagnostics')]));
  });

  it.runIf(existsSync(join(PACKAGE_ROOT, 'dist')))('holds every module that was built', () => {
    const modules = ['src', 'workflows', 'activities']
      .flatMap((folder) => below(folder).filter((path) => path.endsWith('.ts')))
      .map((path) => `dist/${path.slice(0, -3)}.js`)
      .filter((path) => existsSync(join(PACKAGE_ROOT, path)));
    expect(modules.length).toBeGreaterThan(1000);
    expect(packed).toEqual(expect.arrayContaining(modules));
  });

  it('is not published under a name that anybody may take: a scope of ours first', () => {
    expect(manifest.private === true || manifest.name.startsWith('@')).toBe(true);
  });
});
