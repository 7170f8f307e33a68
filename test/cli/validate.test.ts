import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { validateCommand } from '../../src/app/cli/commands/sequences/validate.ts';
import { CodedError } from '../../src/shared/kit/coded-error.ts';
import { sarif } from '../sequence/diagnostics/sarif/sarif-schema.ts';
import { runCommand } from './run-command.ts';

let folder: string;
let good: string;
let bad: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overture-validate-'));
  good = join(folder, 'good.yaml');
  bad = join(folder, 'bad.yaml');
  await writeFile(good, 'sequence: good\nsteps: [visit]\n');
  await writeFile(bad, 'sequence: bad\nsteps: [vist]\n');
});
afterAll(() => rm(folder, { recursive: true }));

const validate = (...words: string[]) => runCommand(validateCommand(), words);

describe('overture validate', () => {
  it('says ok with the digest', async () => {
    const { output, code } = await validate(good);
    expect(output).toMatch(/good\.yaml: ok sha256:[0-9a-f]{64}\n$/);
    expect(code).toBe(0);
  });

  it('shows problems with a caret and ends with 1', async () => {
    const { output, code } = await validate(good, bad);
    expect(output).toContain(
      'bad.yaml:2:9 error SEQ013 there is no step "vist"\n  2 | steps: [vist]\n    |         ^^^^\n',
    );
    expect(output).toContain('bad.yaml: not valid (1 error)');
    expect(code).toBe(1);
  });

  it('finds the sequences one folder further down, and reports two of one name', async () => {
    const home = join(folder, 'home');
    await mkdir(join(home, 'sequences'), { recursive: true });
    await writeFile(join(home, 'sequences', 'one.yaml'), 'sequence: same\nsteps: [visit]\n');
    await writeFile(join(home, 'sequences', 'two.yaml'), 'sequence: same\nsteps: [visit]\n');
    const { output, code } = await validate(home);
    expect(output).toMatch(/one\.yaml: ok sha256:[0-9a-f]{64}\n/);
    expect(output).toContain(`two.yaml:1:11 warning SEQ061 ${join(home, 'sequences', 'one.yaml')} is a sequence of`);
    expect(code).toBe(0);
  });

  it('prints one object for one file, and an array with names for several', async () => {
    const one = await validate(bad, '--json');
    expect(one.code).toBe(1);
    expect(JSON.parse(one.output)).toEqual({
      ok: false,
      digest: null,
      diagnostics: [
        expect.objectContaining({
          code: 'SEQ013',
          severity: 'error',
          line: 2,
          column: 9,
          fix: 'Did you mean "visit"?',
        }),
      ],
    });
    const several = await validate(good, bad, '--json');
    expect(JSON.parse(several.output)).toEqual([
      expect.objectContaining({ file: good, ok: true }),
      expect.objectContaining({ file: bad, ok: false }),
    ]);
  });

  it('a file that is not there, an empty folder, or a pattern that finds nothing is wrong use', async () => {
    await mkdir(join(folder, 'other/empty'), { recursive: true });
    for (const [file, words] of [
      [join(folder, 'absent.yaml'), 'there is no such file'],
      [join(folder, 'other/empty'), 'a folder without sequences'],
      [join(folder, 'x*.yaml'), 'no sequence matches'],
    ] as const) {
      const error: unknown = await validate(file).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(CodedError);
      expect(error).toMatchObject({ code: 'wrong_use', message: expect.stringContaining(words) });
    }
  });

  it('reports a file in another encoding like any other mistake, and checks and fixes the rest', async () => {
    const mixed = join(folder, 'mixed');
    await mkdir(mixed, { recursive: true });
    const latin = Buffer.from('sequence: latin\ndescription: H\xe9l\xe8ne\nsteps: [vist]\n', 'latin1');
    await writeFile(join(mixed, 'latin.yaml'), latin);
    await writeFile(join(mixed, 'utf16.yaml'), Buffer.from('\ufeffsequence: a\n', 'utf16le'));
    await writeFile(join(mixed, 'wrong.yaml'), 'sequence: wrong\nsteps: [vist]\n');
    const { output, code } = await validate(mixed, '--fix', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject([
      { ok: false, diagnostics: [{ code: 'SEQ073', line: 2, column: 15, message: 'the byte 0xE9 is not UTF-8' }] },
      { ok: false, diagnostics: [{ code: 'SEQ073', message: 'the file is UTF-16' }] },
      { ok: true },
    ]);
    expect(await readFile(join(mixed, 'latin.yaml'))).toEqual(latin);
  });

  it('takes folders and patterns: sequences, not their tests', async () => {
    const tree = join(folder, 'tree');
    await mkdir(join(tree, 'inner'), { recursive: true });
    await mkdir(join(tree, 'node_modules'), { recursive: true });
    const files = ['a.yaml', 'a.test.yaml', 'notes.txt', 'inner/b.yaml', 'node_modules/c.yaml'];
    for (const [i, name] of files.entries()) {
      await writeFile(join(tree, name), `sequence: good-${i}\nsteps: [visit]\n`);
    }
    const named = async (path: string): Promise<string[]> =>
      (await validate(path)).output
        .split('\n')
        .flatMap((line) => (line ? [line.split(': ok')[0]?.slice(tree.length + 1)] : [])) as string[];
    expect(await named(tree)).toEqual(['a.yaml']);
    expect(await named(join(tree, '*.yaml'))).toEqual(['a.yaml']);
    expect(await named(join(tree, '**'))).toEqual(['a.yaml', 'inner/b.yaml']);
    expect(await named(join(tree, '**/b.yaml'))).toEqual(['inner/b.yaml']);
    expect(await named(join(tree, 'inner/?.yaml'))).toEqual(['inner/b.yaml']);
  });

  it('prints SARIF with the address of the page of each code', async () => {
    const { output, code } = await validate(bad, '--format', 'sarif');
    const log = sarif.parse(JSON.parse(output));
    const [run] = log.runs;
    expect(run?.results).toMatchObject([{ ruleId: 'SEQ013' }]);
    const rule = run?.tool.driver.rules.find(({ id }) => id === 'SEQ013');
    expect(await readFile(new URL(rule?.helpUri ?? ''), 'utf8')).toContain('# SEQ013');
    expect(code).toBe(1);
  });

  it('refuses options that contradict each other', async () => {
    for (const words of [
      [good, '--dry-run'],
      ['-', '--fix'],
      [good, '--json', '--format', 'sarif'],
    ]) {
      await expect(validate(...words)).rejects.toMatchObject({ code: 'wrong_use' });
    }
  });
});

describe('overture validate --fix', () => {
  const WRONG = '# kept\r\nsequence:  fixable\r\ndescripton: x\r\nsteps: [vist]';
  const RIGHT = WRONG.replace('descripton', 'description').replace('vist', 'visit');
  let file: string;
  beforeEach(async () => {
    file = join(folder, 'fixable.yaml');
    await writeFile(file, WRONG);
  });

  it('writes what is certain, says what it was, and checks the result', async () => {
    await chmod(file, 0o640);
    const { output, code } = await validate(file, '--fix');
    expect(await readFile(file, 'utf8')).toBe(RIGHT);
    expect(output).toContain('fixable.yaml:3:1 fixed SEQ007 a sequence has no key "descripton"\n');
    expect(output).toContain('fixable.yaml:4:9 fixed SEQ013 there is no step "vist"\n');
    expect(output).toMatch(/fixable\.yaml: ok sha256:/);
    expect(code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('changes the file that a link points to, not the link', async () => {
    const link = join(folder, 'link.yaml');
    await symlink(file, link);
    await validate(link, '--fix');
    expect(await readFile(file, 'utf8')).toBe(RIGHT);
    await rm(link);
  });

  it('shows with --dry-run what it would change, and changes nothing', async () => {
    const { output, code } = await validate(file, '--fix', '--dry-run');
    expect(output).toContain('-descripton: x');
    expect(output).toContain('+description: x');
    expect(output).toContain('fixable.yaml: not valid (2 errors)');
    expect(code).toBe(1);
    expect(await readFile(file, 'utf8')).toBe(WRONG);
  });

  it('lists what it fixed in JSON', async () => {
    const { output } = await validate(file, '--fix', '--json');
    const report: unknown = JSON.parse(output);
    expect(report).toMatchObject({
      ok: true,
      diagnostics: [],
      fixed: [{ code: 'SEQ007', line: 3 }, { code: 'SEQ013' }],
    });
    expect(JSON.parse((await validate(file, '--fix', '--json')).output)).toMatchObject({ ok: true, fixed: [] });
  });

  it('leaves what is not certain to the author', async () => {
    const text = 'sequence: a\nsteps:\n  - wait: 2\n';
    await writeFile(file, text);
    const { output, code } = await validate(file, '--fix');
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(output).toContain('SEQ014');
    expect(code).toBe(1);
  });
});

describe('validate with sequences that run others', () => {
  let beside: string;
  const other = (name: string, run: string): string => `sequence: ${name}\nsteps:\n  - visit\n  - run: ${run}\n`;
  beforeAll(async () => {
    beside = await mkdtemp(join(tmpdir(), 'overture-run-'));
    await writeFile(join(beside, 'first.yaml'), other('first', 'second'));
    await writeFile(join(beside, 'second.yaml'), other('second', 'third'));
    await writeFile(join(beside, 'third.yaml'), 'sequence: third\nsteps:\n  - vist\n');
    await writeFile(join(beside, 'round.yaml'), other('third', 'first'));
    await writeFile(join(beside, 'lost.yaml'), other('lost', 'secnd'));
  });
  afterAll(() => rm(beside, { recursive: true }));

  it('knows those beside the file, even one with mistakes', async () => {
    expect(await validate(join(beside, 'second.yaml'))).toMatchObject({
      output: expect.not.stringContaining('SEQ039'),
      code: 0,
    });
  });

  it('warns of one that is not there', async () => {
    const { output, code } = await validate(join(beside, 'lost.yaml'));
    expect(output).toContain('SEQ039');
    expect(output).toContain('Did you mean "second"?');
    expect(code).toBe(0);
  });

  it('refuses a way that comes back by others', async () => {
    const { output, code } = await validate(join(beside, 'round.yaml'));
    expect(output).toContain('third → first → second → third');
    expect(code).toBe(1);
  });
});
