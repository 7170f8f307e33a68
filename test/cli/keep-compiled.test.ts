import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

const folder = mkdtempSync(join(tmpdir(), 'overture-compiled-'));
const kept = join(folder, 'bin/compiled');
const greeting = 'node_modules/greeting/index.js';

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const keptFiles = () => (existsSync(kept) ? readdirSync(kept).map((name) => join(kept, name)) : []);
const contents = () => keptFiles().map((file) => readFileSync(file).toString('base64'));

/** Starts the command, and tells what it printed and whether anything had to be compiled: then it is kept anew. */
const start = (env: NodeJS.ProcessEnv = {}) => {
  const before = contents();
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'bin/overture.js'), 'greet'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { out: stdout.trim(), err: stderr, kept_anew: JSON.stringify(contents()) !== JSON.stringify(before) };
};

// From Node 22.8 on, Node itself keeps what it compiles.
describe.runIf(process.versions.node.startsWith('20.'))('what V8 has compiled', () => {
  beforeAll(async () => {
    await build({
      entryPoints: [join(PACKAGE_ROOT, 'src/app/cli/start.ts')],
      outfile: join(folder, 'bin/overture.js'),
      ...{ bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' },
      banner: { js: "const $fileUrl = require('node:url').pathToFileURL(__filename).href;" },
      define: { 'import.meta.url': '$fileUrl' },
    });
    write('bin/package.json', '{ "type": "commonjs" }');
  });
  beforeEach(() => {
    rmSync(kept, { recursive: true, force: true });
    write('bin/command.js', "console.log(require('greeting')('Ada'));");
    write(greeting, "module.exports = (name) => 'Hello ' + name;");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is kept by the first start and is enough for the second', () => {
    expect(start()).toEqual({ out: 'Hello Ada', err: '', kept_anew: true });
    expect(keptFiles()).toHaveLength(1);
    expect(start()).toEqual({ out: 'Hello Ada', err: '', kept_anew: false });
  });

  it('is not taken for other code of the same length', () => {
    start();
    write(greeting, "module.exports = (name) => 'Adieu ' + name;");
    expect(start()).toEqual({ out: 'Adieu Ada', err: '', kept_anew: true });
  });

  it('is made anew where its file is damaged, and is not missed where none can be written', () => {
    start();
    // In the middle of what V8 would run.
    for (const file of keptFiles()) {
      const whole = readFileSync(file);
      whole.subarray(-200, -190).fill(7);
      writeFileSync(file, whole);
    }
    expect(start()).toEqual({ out: 'Hello Ada', err: '', kept_anew: true });
    rmSync(kept, { recursive: true });
    writeFileSync(kept, 'not a folder');
    expect(spawnSync(process.execPath, [join(folder, 'bin/overture.js'), 'greet']).stdout.toString()).toBe(
      'Hello Ada\n',
    );
  });

  it('does without what V8 forgets: a package that imports when it runs does so at every start', () => {
    write('bin/command.js', "require('greeting')('Ada').then(console.log);");
    write(greeting, "module.exports = async (name) => (await import('node:path')).join('Hello', name);");
    expect([start().out, start().out]).toEqual(['Hello/Ada', 'Hello/Ada']);
  });

  it('leaves it to Node to say what is wrong with code', () => {
    write(greeting, 'module.exports = (name) => ;');
    start();
    expect(start().err).toMatch(/greeting\/index\.js:1\n.*\n\s*\^\n\nSyntaxError: Unexpected token ';'/);
  });

  it('is not kept where Node is asked to keep nothing', () => {
    expect(start({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual({ out: 'Hello Ada', err: '', kept_anew: false });
  });
});
