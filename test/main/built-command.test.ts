import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

const folder = dirname(BUILT_COMMAND);
const files = existsSync(BUILT_COMMAND) ? readdirSync(folder).filter((name) => name.endsWith('.js')) : [];
const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
/** Lists what a file was made of, by its map. */
const sourcesOf = (name: string) =>
  z.object({ sources: z.array(z.string()) }).parse(JSON.parse(readFileSync(join(folder, `${name}.map`), 'utf8')))
    .sources;
/** A package that is installed: some brought others along in their own files, and their maps say so. */
const packageIn = (path: string) => {
  const [whole = '', name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return existsSync(join(folder, whole, 'package.json')) ? name : undefined;
};
const inside = [...new Set(files.flatMap(sourcesOf).flatMap((path) => packageIn(path) ?? []))];
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')));
const found = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
/** `name` or `@scope/name`, of `name/file` too. */
const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

describe.runIf(existsSync(BUILT_COMMAND))('the built command', () => {
  it('holds no package that looks for files beside itself: they are another folder here', () => {
    expect(
      found(/^(?!\s*(?:\*|\/\/))(?!.*typeof __filename)(?!const \$fileUrl = )(.*\b__(?:dirname|filename)\b.*)$/gm),
    ).toEqual([]);
    // Our own modules are told their places.
    expect(
      found(/^(?!const \$fileUrl = )(?!.*new URL\("(?:\.\.\/src\/[^"]+|compiled)", \$fileUrl\))(.*\$fileUrl.*)$/gm),
    ).toEqual(['(0, import_node_module2.createRequire)($fileUrl)("./command.js");']);
  });

  it('asks for no package that may not be there: what stays apart is named in package.json', () => {
    const asked = found(/\brequire\("([^."][^"]*)"\)/g).map(packageOf);
    const apart = [...new Set(asked.filter((name) => !isBuiltin(name)))].sort();
    expect(apart).toContain('@temporalio/worker');
    // Asked for where it is installed, and done without; named in code that Ajv would write for other programs.
    const tried = ['pg-native', 'ajv', 'ajv-formats'];
    expect(apart.filter((name) => !(name in dependencies) && !tried.includes(name))).toEqual([]);
  });

  it('makes an instance of the class of a module that is loaded when it is asked for, and none of what loads it', () => {
    expect(found(/\bnew \((import_chunk_\w+)\(\)\)\.CodedError/g)).not.toEqual([]);
    expect(found(/\bnew (import_chunk_\w+)\(\)/g)).toEqual([]);
    const { stderr } = spawnSync(process.execPath, [BUILT_COMMAND, 'validate', 'nowhere.yaml'], { encoding: 'utf8' });
    expect(stderr).toContain('there is no such file');
  });

  it('has the importing thread in a file of its own, which loads with no module of `dist/src`', () => {
    const thread = join(folder, 'import-thread.js');
    const script = `const { enroll } = require(${JSON.stringify(thread)});
      console.log(typeof enroll, Object.keys(require.cache).filter((path) => path.includes('/dist/src/')).length)`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect([stdout.trim(), stderr]).toEqual(['function 0', '']);
  });

  it('loads the SDK of agents for `overture mcp` and the first message to `/mcp`, and for nothing else', () => {
    const codes = new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    /** With all that it imports at once. */
    const loads = (file: string, seen: Set<string>): Set<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      for (const [, name = ''] of (codes.get(file) ?? '').matchAll(/^(?:var \w+ = )?require\("\.\/([^"]+)"\);$/gm)) {
        loads(name, seen);
      }
      return seen;
    };
    const holders = new Set(
      [...codes.keys()].filter((name) =>
        sourcesOf(name).some((path) => packageIn(path)?.startsWith('@modelcontextprotocol/')),
      ),
    );
    expect(holders.size).toBeGreaterThan(0);
    const loading = [...codes.keys()].filter((file) => [...loads(file, new Set())].some((name) => holders.has(name)));
    const named = loading.map((file) => file.replace(/-\w+\.js$/, '')).filter((name) => name !== 'chunk');
    expect(named.sort()).toEqual(['answer-over-http', 'run-mcp']);
    const unwanted = ['express', 'hono', 'cors', 'jose'];
    expect(inside.filter((name) => unwanted.includes(name) || name.startsWith('@hono/'))).toEqual([]);
  });

  it('passes on the license of every package that went in', () => {
    const licenses = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8').split(`\n\n${'-'.repeat(80)}\n\n`);
    const listed = new Set(licenses.map((section) => section.slice(0, section.indexOf(' '))));
    expect(inside.length).toBeGreaterThan(100);
    expect(inside.filter((name) => !listed.has(name))).toEqual([]);
    // Their own words, where they have any.
    expect(licenses.filter((section) => /copyright|permission|warrant/i.test(section)).length).toBeGreaterThan(100);
  });
});
