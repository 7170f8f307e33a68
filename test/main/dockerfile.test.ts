import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { readDockerfile } from '../e2e/support/read-dockerfile.ts';

const textOf = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), 'utf8');

it('gives the build all that its programs read', () => {
  const copied = new Set<string>();
  for (const { name, text } of readDockerfile(textOf('Dockerfile'))) {
    if (name === 'RUN' && text.includes('npm run build')) break;
    if (name === 'COPY') for (const path of text.split(/\s+/).slice(0, -1)) copied.add(path);
  }
  const { build } = JSON.parse(textOf('package.json')).scripts;
  const programs = [...String(build).matchAll(/[\w.-]+\.(?:mjs|json)/g)].map(([path]) => path);
  expect(programs).toContain('bundle-command.mjs');
  // What the compiler takes is among them: its configuration names it.
  const read = programs.flatMap((path) =>
    [...textOf(path).matchAll(/['"]([\w.-]+)(?:\/[^'"\n]*)?['"]/g)].map(([, first = '']) => first),
  );
  const made = new Set(['dist', 'node_modules']);
  const needed = readdirSync(PACKAGE_ROOT).filter((name) => read.includes(name) && !made.has(name));
  expect(needed).toContain('src');
  expect([...needed, ...programs].filter((path) => !copied.has(path))).toEqual([]);
});
