import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { validateCommand } from '../../src/cli/commands/validate.ts';
import { CodedError } from '../../src/kit/coded-error.ts';

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

async function validate(...words: string[]): Promise<{ output: string; code: number }> {
  const chunks: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    chunks.push(String(chunk));
    return true;
  });
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await validateCommand().parseAsync(words, { from: 'user' });
    return { output: chunks.join(''), code: Number(process.exitCode) };
  } finally {
    write.mockRestore();
    process.exitCode = before;
  }
}

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

  it('a file that is not there, a folder or no text is wrong use', async () => {
    await writeFile(join(folder, 'binary.yaml'), Buffer.from([0xff, 0xfe, 0xfa]));
    for (const [file, words] of [
      [join(folder, 'absent.yaml'), 'there is no such file'],
      [folder, 'it is a folder'],
      [join(folder, 'binary.yaml'), 'UTF-8'],
    ] as const) {
      const error: unknown = await validate(file).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(CodedError);
      expect(error).toMatchObject({ code: 'WRONG_USE', message: expect.stringContaining(words) });
    }
  });
});
