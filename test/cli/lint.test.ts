import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lintCommand } from '../../src/app/cli/commands/sequences/lint.ts';
import { runCommand } from './run-command.ts';

let folder: string;
let unwise: string;
let wise: string;
let invalid: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overture-lint-'));
  [unwise, wise, invalid] = [join(folder, 'unwise.yaml'), join(folder, 'wise.yaml'), join(folder, 'invalid.yaml')];
  await writeFile(unwise, 'sequence: unwise\nstop_on: [bounce]\nsteps: [visit]\n');
  await writeFile(wise, 'sequence: wise\nsteps: [visit]\n');
  await writeFile(invalid, 'sequence: invalid\nstop_on: [bounce]\nsteps: [vist]\n');
});
afterAll(() => rm(folder, { recursive: true }));

const lint = (...words: string[]) => runCommand(lintCommand(), words);

describe('overture lint', () => {
  it('shows the warnings and ends with 0', async () => {
    const { output, code } = await lint(unwise, wise);
    expect(output).toContain('warning SEQ053');
    expect(output).toContain('unwise.yaml: 1 warning\n');
    expect(output).toContain('wise.yaml: no warnings\n');
    expect(code).toBe(0);
  });

  it('ends with 1 for a warning where --strict is asked for', async () => {
    expect((await lint('--strict', unwise)).code).toBe(1);
    expect((await lint('--strict', wise)).code).toBe(0);
  });

  it('shows no errors, but says that there are some', async () => {
    const { output, code } = await lint(invalid);
    expect(output).not.toContain('SEQ013');
    expect(output).toContain('it is not valid');
    expect(code).toBe(1);
  });

  it('prints the shape of validate as JSON, with warnings alone', async () => {
    const { output } = await lint(unwise, '--json');
    expect(JSON.parse(output)).toMatchObject({ ok: true, diagnostics: [{ code: 'SEQ053', severity: 'warning' }] });
  });
});
