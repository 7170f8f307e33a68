import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

const folder = dirname(BUILT_COMMAND);
const text = existsSync(BUILT_COMMAND)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n')
  : '';
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')));
const found = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
/** `name` or `@scope/name`, of `name/file` too. */
const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

describe.runIf(existsSync(BUILT_COMMAND))('the built command', () => {
  it('holds no package that looks for files beside itself: they are another folder here', () => {
    expect(found(/^(?!\s*(?:\*|\/\/))(?!.*typeof __filename)(.*\b__(?:dirname|filename)\b.*)$/gm)).toEqual([]);
    // Our own modules are told their places.
    expect(
      found(/^(?!.*\$createRequire)(?!.*new URL\("\.\.\/src\/[^"]+", import\.meta\.url\))(.*import\.meta\.url.*)$/gm),
    ).toEqual([]);
  });

  it('asks for no package that may not be there: what stays apart is named in package.json', () => {
    const asked = [
      ...found(/^(?:import|export) (?:.* from )?"([^."][^"]*)";$/gm),
      ...found(/\b(?:require|import)\("([^."][^"]*)"\)/g),
    ].map(packageOf);
    const apart = [...new Set(asked.filter((name) => !isBuiltin(name)))].sort();
    expect(apart).toContain('@temporalio/worker');
    // Asked for where it is installed, and done without; named in code that Ajv would write for other programs.
    const tried = ['pg-native', 'ajv', 'ajv-formats'];
    expect(apart.filter((name) => !(name in dependencies) && !tried.includes(name))).toEqual([]);
  });

  it('passes on the license of every package that went in', () => {
    const licenses = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8').split(`\n\n${'-'.repeat(80)}\n\n`);
    const told = new Set(licenses.map((section) => section.slice(0, section.indexOf(' '))));
    const inside = [...new Set(found(/^\s*(?:\/\/ |")(?:.*\/)?node_modules\/((?:@[^/\s]+\/)?[^/\s@"]+)\/.*$/gm))];
    expect(inside.length).toBeGreaterThan(100);
    expect(inside.filter((name) => !told.has(name))).toEqual([]);
    // Their own words, where they have any.
    expect(licenses.filter((section) => /copyright|permission|warrant/i.test(section)).length).toBeGreaterThan(100);
  });
});
