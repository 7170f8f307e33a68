import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OVERTURE, type Ran, runInProcess } from '../support/overture-command.ts';

const COMMAND = [...OVERTURE, 'test'];

const SEQUENCE = 'sequence: hello\nlimits: { invites: 20/day }\nsteps:\n  - visit\n  - invite: "Hi {{ first_name }}"\n';
const TESTS = `sequence: hello
lead: { first_name: Ada, profile_url: https://p.example/in/ada }
tests:
  - name: is invited
    expect: [visit, { invite: { text: Hi Ada } }, end]
  - name: is visited first
    expect: [visit, invite, end]
`;

let folder: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overture-test-'));
  children = [];
  put('hello.yaml', SEQUENCE);
  put('hello.test.yaml', TESTS);
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function put(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const run = (...words: string[]): Promise<Ran> => runInProcess(folder, 'test', ...words);

describe('overture test', () => {
  it('takes tests, sequences and folders, and ends with 0 when all pass', async () => {
    for (const path of ['hello.test.yaml', 'hello.yaml', '.']) {
      const { code, out } = await run(path);
      expect(out).toBe('hello.test.yaml\n  ✓ is invited\n  ✓ is visited first\n\n2 passed\n');
      expect(code).toBe(0);
    }
  });

  it('shows both timelines of a failure and ends with 1', async () => {
    put('hello.test.yaml', TESTS.replace('Hi Ada', 'Hello Ada'));
    const { code, out } = await run('.');
    expect(out).toContain('  ✗ is invited\n\n      the text of invite is "Hi Ada", expected "Hello Ada"\n');
    expect(out).toContain('      → invite "Hello Ada"  2026-01-05 09:00  invite "Hi Ada"\n');
    expect(out).toContain('\n1 failed, 1 passed\n');
    expect(code).toBe(1);
  });

  it('--json prints what passed and failed, with both timelines in the words of a test', async () => {
    put('hello.test.yaml', TESTS.replace('Hi Ada', 'Hello Ada'));
    const { code, out } = await run('hello.yaml', '--json');
    expect(JSON.parse(out)).toEqual({
      passed: 1,
      failed: 1,
      tests: [
        {
          name: 'is invited',
          ok: false,
          expected: ['visit', { invite: { text: 'Hello Ada' } }, { end: 'completed' }],
          got: [
            { visit: { at: '2026-01-05 09:00' } },
            { invite: { at: '2026-01-05 09:00', text: 'Hi Ada' } },
            { end: 'completed' },
          ],
          reasons: ['the text of invite is "Hi Ada", expected "Hello Ada"'],
          file: 'hello.test.yaml',
          sequence: 'hello',
        },
        expect.objectContaining({ name: 'is visited first', ok: true }),
      ],
    });
    expect(code).toBe(1);
  });

  it('--filter runs those whose name contains it, and says when none does', async () => {
    expect((await run('.', '--filter', 'VISITED')).out).toContain('\n1 passed\n');
    const none = await run('.', '--filter', 'nothing');
    expect(none.err).toContain('no test has a name that contains "nothing"');
    expect(none.code).toBe(2);
  });

  it('shows what is wrong with a file of tests, with a caret, and runs the others', async () => {
    put('other.test.yaml', TESTS.replace('[visit, invite, end]', '[vist, invite, end]'));
    const { code, out } = await run('.');
    expect(out).toContain('other.test.yaml:7:14 error TST013 the sequence has no step "vist"');
    expect(out).toContain('  7 |     expect: [vist, invite, end]\n    |              ^^^^\n');
    expect(out).toContain('Did you mean "visit"?');
    expect(out).toContain('\n1 file not run, 2 passed\n');
    expect(code).toBe(1);
    expect(JSON.parse((await run('.', '--json')).out)).toMatchObject({
      passed: 2,
      failed: 1,
      problems: [{ file: 'other.test.yaml' }],
    });
  });

  it('says that the sequence itself is not valid, or not there', async () => {
    put('hello.yaml', SEQUENCE.replace('visit', 'vist'));
    expect((await run('.')).out).toContain('error TST011 hello.yaml has an error; line 4: there is no step "vist"');
    rmSync(join(folder, 'hello.yaml'));
    expect((await run('.')).out).toContain('error TST010 no file in this folder begins with `sequence: hello`');
  });

  it('finds the sequence under another file name of the folder', async () => {
    rmSync(join(folder, 'hello.yaml'));
    put('a-greeting.yaml', `# one\n${SEQUENCE}`);
    expect((await run('hello.test.yaml')).code).toBe(0);
  });

  it.each([
    [['missing.yaml'], 'there is no missing.yaml'],
    [['empty'], 'no tests were found in empty'],
    [['alone.yaml'], 'alone.yaml has no tests'],
    [['.', '--watch', '--json'], '--watch and --json exclude each other'],
    [[], 'missing required argument'],
  ])('%j is wrong use', async (words, message) => {
    mkdirSync(join(folder, 'empty'));
    put('alone.yaml', SEQUENCE);
    const { code, err } = await run(...words);
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
    expect(code).toBe(2);
  });

  it('--watch runs what changed again, bears what cannot be read, and ends on Ctrl-C', async () => {
    mkdirSync(join(folder, 'quiet'));
    put('quiet/quiet.yaml', SEQUENCE.replace('hello', 'quiet'));
    put('quiet/quiet.test.yaml', TESTS.replace('hello', 'quiet'));
    const child = spawn(process.execPath, [...COMMAND, '.', '--watch'], { cwd: folder });
    children.push(child);
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)));
    const seen = (text: string) => vi.waitFor(() => expect(out).toContain(text), { timeout: 120_000 });
    await seen('4 passed');
    await seen('Watching; Ctrl-C ends it.');

    out = '';
    put('hello.yaml', SEQUENCE.replace('Hi', 'Hello'));
    await seen('1 failed, 1 passed');
    expect(out).not.toContain('quiet');

    out = '';
    put('hello.yaml', `${SEQUENCE}  - {`);
    await seen('TST011');
    await seen('Watching');

    out = '';
    put('hello.yaml', SEQUENCE);
    await seen('\n2 passed');

    out = '';
    put('hello.test.yaml', 'tests: [');
    await seen('TST001');

    out = '';
    put('hello.test.yaml', TESTS);
    await seen('\n2 passed');

    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});
