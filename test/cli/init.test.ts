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
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overture-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const overture = (...words: string[]): Promise<Ran> => runInProcess(folder, ...words);

describe('overture init', () => {
  it('makes a folder whose sequence is valid without a warning and whose tests pass', () => {
    const made = runAsProcess(folder, 'init', 'ours', '--json');
    expect(JSON.parse(made.out)).toEqual({ folder: 'ours', created: FILES, kept: [], outdated: [] });
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
    await overture('init');
    const [line = ''] = readFileSync(join(folder, 'sequences', file), 'utf8').split('\n');
    const path = /^# yaml-language-server: \$schema=(.+)$/.exec(line)?.[1] ?? '';
    const schema = readFileSync(join(folder, 'sequences', path), 'utf8');
    expect(schema).toBe(readFileSync(join(ROOT, 'docs', shipped), 'utf8'));
  });

  it('says what it made and what to do next', async () => {
    const { out, code } = await overture('init', 'ours');
    expect(out).toContain('+ sequences/welcome.yaml\n');
    expect(out).toContain('Next:\n  cd ours\n  overture validate sequences/welcome.yaml\n');
    expect(code).toBe(0);
  });

  it('touches nothing that is there, and says so', async () => {
    writeFileSync(join(folder, 'README.md'), 'mine');
    writeFileSync(join(folder, 'sequence.schema.json'), '{}');
    const { out, code } = await overture('init');
    expect(out).toContain('= README.md is there already and was not touched\n');
    expect(out).toContain("! sequence.schema.json is not this version's: remove it");
    expect(out).toContain('+ sequences/welcome.yaml\n');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine');
    const again = await overture('init');
    expect(again.out).toContain('Nothing to do: all of it is there.');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine');
  });

  it('a file in the way of a folder leaves nothing half-made', async () => {
    writeFileSync(join(folder, 'sequences'), 'a file');
    const { err, code } = await overture('init');
    expect(err).toContain('error cannot_write: the folder could not be set up');
    expect(code).toBe(1);
    expect(existsSync(join(folder, 'README.md'))).toBe(false);
    const onFile = await overture('init', 'sequences');
    expect(onFile.err).toContain('error wrong_use: sequences is a file');
    expect(onFile.code).toBe(2);
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
