import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Ran, runAsProcess, runInProcess } from '../support/overture-command.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILES = [
  '.github/workflows/overture.yml',
  '.vscode/extensions.json',
  '.vscode/settings.json',
  'README.md',
  'sequences/welcome.test.yaml',
  'sequences/welcome.yaml',
  'sequence.schema.json',
  'sequence-test.schema.json',
  '.gitignore',
  'package.json',
];
/** Without it, a copy of this package is made for each folder. */
const ELSEWHERE = 'git+https://code.acme.example/overture.git';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overture-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const overture = (...words: string[]): Promise<Ran> => runInProcess(folder, ...words);
const init = (...words: string[]): Promise<Ran> => overture('init', '--package', ELSEWHERE, ...words);

describe('overture init', () => {
  it('makes a folder whose sequence is valid without a warning and whose tests pass', () => {
    const made = runAsProcess(folder, 'init', 'ours', '--package', ELSEWHERE, '--json');
    expect(JSON.parse(made.out)).toEqual({ folder: 'ours', created: FILES, kept: [], outdated: [], to_install: null });
    const valid = runAsProcess(folder, 'validate', 'ours/sequences/welcome.yaml', '--json');
    expect(JSON.parse(valid.out)).toMatchObject({ ok: true, diagnostics: [] });
    const tested = runAsProcess(folder, 'test', 'ours');
    expect(tested.out).toMatch(/\n\d+ passed\n$/);
    expect(tested.code).toBe(0);
  });

  it.each([
    ['welcome.yaml', 'sequence.schema.json'],
    ['welcome.test.yaml', 'sequence-test.schema.json'],
  ])('the schema that editors complete %s from stands where its first line says', async (file, shipped) => {
    await init();
    const [line = ''] = readFileSync(join(folder, 'sequences', file), 'utf8').split('\n');
    const path = /^# yaml-language-server: \$schema=(.+)$/.exec(line)?.[1] ?? '';
    const schema = readFileSync(join(folder, 'sequences', path), 'utf8');
    expect(schema).toBe(readFileSync(join(ROOT, 'docs', shipped), 'utf8'));
  });

  it('says what it made and what to do next', async () => {
    const { out, code } = await init('ours');
    expect(out).toContain('+ sequences/welcome.yaml\n');
    expect(out).toContain('Next:\n  cd ours\n  npm install\n  npx overture validate sequences/welcome.yaml\n');
    expect(code).toBe(0);
  });

  it('touches nothing that is there, and says so', async () => {
    writeFileSync(join(folder, 'README.md'), 'mine');
    writeFileSync(join(folder, 'sequence.schema.json'), '{}');
    const { out, code } = await init();
    expect(out).toContain('= README.md already exists and was not changed\n');
    expect(out).toContain("! sequence.schema.json is not this version's: remove it");
    expect(out).toContain('+ sequences/welcome.yaml\n');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine');
    const again = await init();
    expect(again.out).toContain('Nothing to do: everything is already there.');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine');
  });

  it('a file in the way of a folder leaves nothing half-made', async () => {
    writeFileSync(join(folder, 'sequences'), 'a file');
    const { err, code } = await init();
    expect(err).toContain('error cannot_write: the folder could not be set up');
    expect(code).toBe(1);
    expect(existsSync(join(folder, 'README.md'))).toBe(false);
    const onFile = await init('sequences');
    expect(onFile.err).toContain('error wrong_use: sequences is a file');
    expect(onFile.code).toBe(2);
  });

  // What is not told is a copy of itself, as long as no registry has it: `e2e/package.test.ts`, since packing takes long.
  it('names in package.json the given source of Overture', async () => {
    await init('told');
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
    expect(read('told').devDependencies).toEqual({ overture: ELSEWHERE });
  });

  it('leaves a package.json that is there alone, and says what it lacks', async () => {
    writeFileSync(join(folder, 'package.json'), '{"name":"mine"}');
    const { out } = await init();
    expect(out).toContain('= package.json already exists and was not changed\n');
    expect(out).toContain(`! package.json does not name Overture yet: npm install --save-dev overture@${ELSEWHERE}\n`);
    writeFileSync(join(folder, 'package.json'), '{"name":"mine","devDependencies":{"overture":"0.1.0"}}');
    const again = await init();
    expect(again.out).not.toContain('does not name Overture');
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('"mine"');
  });

  it('the CI example is YAML that validates, tests and uploads what was found', () => {
    const text = readFileSync(join(ROOT, 'src/app/cli/init/templates/.github/workflows/overture.yml'), 'utf8');
    const workflow: { jobs: { check: { steps: { run?: string; uses?: string }[] } } } = parse(text);
    const commands = workflow.jobs.check.steps.map((step) => step.run ?? step.uses ?? '').join('\n');
    expect(commands).toContain('overture validate');
    expect(commands).toContain('overture test sequences');
    expect(commands).toContain('upload-sarif');
  });
});
