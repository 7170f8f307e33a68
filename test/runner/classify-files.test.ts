import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { AT_NIGHT } from './at-night.ts';
import { classifyFiles, isNamed } from './classify-files.ts';

describe('the list of the night', () => {
  const files = classifyFiles(PACKAGE_ROOT).map(({ path }) => path);
  const listed = AT_NIGHT.flatMap(({ paths }) => paths);

  it('names what exists', () => {
    expect(listed.filter((path) => !files.some((file) => isNamed(file, path)))).toEqual([]);
  });

  it('names each file once', () => {
    const twice = files.filter((file) => listed.filter((path) => isNamed(file, path)).length > 1);
    expect(twice).toEqual([]);
  });

  it('says of all why they are there, and what the day asks instead', () => {
    for (const { what, by_day } of AT_NIGHT)
      expect([what, by_day]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
  });
});

describe('a test file', () => {
  const root = mkdtempSync(join(tmpdir(), 'overture-files-'));
  const write = (path: string, ...imports: readonly string[]): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), imports.map((one) => `import { one } from '${one}';\n`).join(''));
  };

  beforeAll(() => {
    write('test/support/temporal.ts');
    write('test/room/bench.ts', './shared.ts', 'vitest');
    write('test/room/shared.ts', './bench.ts', '../support/temporal.ts');
    write('test/room/light.test.ts', '../../src/main.ts');
    write('test/room/heavy.test.ts', './bench.ts');
    write('test/engine/pure.test.ts');
    write('test/nightly/late.test.ts');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('is heavy if what it leads to starts a server, pure by its room, and of the night by the list', () => {
    const light = { when: 'always', is_heavy: false, is_pure: false };
    expect(classifyFiles(root)).toEqual([
      { ...light, path: 'test/engine/pure.test.ts', is_pure: true },
      { ...light, path: 'test/nightly/late.test.ts', when: 'at night' },
      { ...light, path: 'test/room/heavy.test.ts', is_heavy: true },
      { ...light, path: 'test/room/light.test.ts' },
    ]);
  });
});
