import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

it('gives a statement more memory in one place, where none of it is shared by processes', () => {
  const source = join(PACKAGE_ROOT, 'src');
  const giving = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && /\bwork_mem: *'/.test(readFileSync(join(source, path), 'utf8')),
  );
  expect(giving).toEqual([join('shared', 'postgres', 'settings.ts')]);
});
