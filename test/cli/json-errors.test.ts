import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { runInProcess } from '../support/overture-command.ts';
import { reachedByCommands } from './fixtures.ts';

let api: ApiBench;
const folder = mkdtempSync(join(tmpdir(), 'overture-errors-'));
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  writeFileSync(join(folder, 'bad.yaml'), 'sequence: bad\nsteps:\n  - vizit\n');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});
reachedByCommands(() => api);

describe('with --json', () => {
  it.each([
    ['what is not there', ['explain', 'nobody-at-all'], 1, 'unknown_person'],
    ['an enrollment that is not there', ['explain', 'enr_x'], 1, 'unknown_enrollment'],
    ['an account that is not there', ['accounts', 'show', 'acc_gone'], 1, 'unknown_account'],
    ['a value that cannot be', ['enrollments', '--status', 'done'], 2, 'invalid_query'],
    ['a limit that is too high', ['campaigns', '--limit', '5000'], 2, 'invalid_query'],
    ['a scope that is none', ['keys', 'create', '--scopes', 'root'], 2, 'invalid_body'],
    ['an option that is none', ['enrollments', '--what'], 2, 'wrong_use'],
    ['an argument that is missing', ['explain'], 2, 'wrong_use'],
    ['a command that is none', ['explian', 'Ada'], 2, 'wrong_use'],
    ['a command that is missing', ['keys'], 2, 'wrong_use'],
    ['a choice that is none', ['tasks', 'decide', 'tsk_1', 'maybe'], 2, 'wrong_use'],
    ['what is not confirmed', ['stop', '--all'], 2, 'confirmation_needed'],
    ['a file that is not there', ['validate', 'none.yaml'], 2, 'wrong_use'],
    ['a sequence that is refused', ['enroll', 'none', '--email', 'a@b.example'], 1, 'unknown_sequence'],
  ])('an error is JSON: %s', async (_what, words, exit, code) => {
    const { code: exited, out, err } = await runInProcess(folder, ...words, '--json');
    expect({ exited, out }).toEqual({ exited: exit, out: '' });
    const { error } = JSON.parse(err);
    expect(error).toMatchObject({ code, message: expect.stringMatching(/\S/) });
    expect(error.message).not.toMatch(/Invalid|Too (big|small)|Unrecognized|expected \w+|received|^error/);
  });

  it('says how it is fixed, and every place that is wrong', async () => {
    const { err } = await runInProcess(folder, 'enrollments', '--status', 'done', '--limit', '0', '--json');
    const { status, errors } = JSON.parse(err).error;
    expect(status).toBe(400);
    expect(new Map(errors.map(({ field, message }: Record<string, string>) => [field, message]))).toEqual(
      new Map([
        ['status', 'must be queued, active, paused, needs_person or finished, not "done"'],
        ['limit', 'must be at least 1'],
      ]),
    );
    const stop = await runInProcess(folder, 'stop', '--all', '--json');
    expect(JSON.parse(stop.err).error).toMatchObject({ matched: 0, fix: 'Confirm with: --yes' });
  });

  it.each(['plan', 'apply', 'graph', 'diff', 'simulate', 'validate'])(
    '%s of a sequence with mistakes reports them as JSON and nothing else',
    async (command) => {
      const { code, out, err } = await runInProcess(folder, command, 'bad.yaml', '--json');
      expect({ code, err }).toEqual({ code: 1, err: '' });
      expect(JSON.parse(out)).toMatchObject({ ok: false, diagnostics: [{ code: expect.stringMatching(/^SEQ/) }] });
    },
  );

  it('an engine that does not answer is reported as JSON too, and the command ends with 3', async () => {
    vi.stubEnv('OVERTURE_PORT', '1');
    const { code, err } = await runInProcess(folder, 'campaigns', '--json');
    expect({ code, error: JSON.parse(err).error }).toMatchObject({ code: 3, error: { code: 'unreachable' } });
  });

  it('help is still help', async () => {
    const { code, out } = await runInProcess(folder, 'explain', '--json', '--help');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Usage: overture explain') });
  });
});

it('without --json an error is a sentence with its code', async () => {
  const { code, out, err } = await runInProcess(folder, 'enrollments', '--limit', '5000');
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: 'error invalid_query: limit: must be at most 1000\n' });
});
