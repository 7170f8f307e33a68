import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { v2KeysCommand } from '../../../src/app/cli/commands/access/v2-keys.ts';
import { exitCodeOf } from '../../../src/app/cli/print.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let empty: TestDatabase;
beforeAll(async () => {
  service = await startTestService();
  empty = await createTestDatabase('empty');
});
afterAll(async () => {
  await service.close();
  await empty.drop();
});
beforeEach(() => vi.stubEnv('V2_DATABASE_URL', service.database_url));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function run(...args: string[]): Promise<string> {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const command = v2KeysCommand().exitOverride();
  for (const child of command.commands) child.exitOverride();
  await command.parseAsync(args, { from: 'user' });
  return printed;
}
const runJson = async (...args: string[]) => JSON.parse(await run(...args, '--json'));
const errorOf = (...args: string[]) =>
  run(...args).then(
    () => null,
    (error) => error,
  );
const statusOf = async (key: string) => (await service.get('/v2/credits', key)).status;

describe('overture v2 keys', () => {
  it('makes a key that works at once, and shows it once [auth#1]', async () => {
    const { user_id } = await service.owner();
    const made = await runJson('create', '--user', user_id, '--label', 'for the tests');
    expect(made).toEqual({
      key_id: expect.stringMatching(/^key_/),
      user_id,
      key: expect.stringMatching(/^sk_[0-9A-Za-z]{32}$/),
      label: 'for the tests',
      expires_at: null,
    });
    expect(await statusOf(made.key)).toBe(200);
    const text = await run('list', '--user', user_id);
    expect(text).toMatch(/^Times in .+\.\nID +HINT +USER +CREATED +EXPIRES +REVOKED +LABEL\n/);
    expect(text).toContain(`${made.key.slice(0, 6)}…`);
    expect(text).toContain('for the tests');
    expect(text).not.toContain(made.key);
    const printed = await run('create', '--user', user_id);
    expect(printed).toMatch(/^sk_\w{32}\nid key_\w+, of usr_\w+; the key is not shown again\n$/);
  });

  it('revokes by id and by hint, effective with the next call [auth#1 errors.INVALID_API_KEY]', async () => {
    const { user_id } = await service.owner();
    const [first, second] = [await runJson('create', '--user', user_id), await runJson('create', '--user', user_id)];
    expect(await runJson('revoke', first.key_id)).toEqual({ key_id: first.key_id, revoked: true });
    const answer = await service.get('/v2/credits', first.key);
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('INVALID_API_KEY');
    expect(await statusOf(second.key)).toBe(200);
    expect(await run('revoke', second.key.slice(0, 6))).toContain(second.key_id);
    expect(await statusOf(second.key)).toBe(403);
    const { keys } = await runJson('list', '--user', user_id);
    expect(keys.map(({ revoked_at }: { revoked_at: string | null }) => revoked_at === null)).toEqual([
      true,
      false,
      false,
    ]);
    expect(await errorOf('revoke', first.key_id)).toMatchObject({ code: 'key_revoked' });
    expect(await errorOf('revoke', 'sk_no')).toMatchObject({ code: 'unknown_key' });
  });

  it('lets a key expire by the wall clock [auth#1]', async () => {
    const { user_id } = await service.owner();
    const short = await runJson('create', '--user', user_id, '--expires-in', '1');
    const long = await runJson('create', '--user', user_id, '--expires-in', 'P30D');
    expect(Date.parse(long.expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    await eventually(async () => expect(await statusOf(short.key)).toBe(403));
    expect(await statusOf(long.key)).toBe(200);
    for (const bad of ['soon', '0', '-5', '1.5']) {
      expect(await errorOf('create', '--user', user_id, `--expires-in=${bad}`)).toMatchObject({
        message: expect.stringContaining('ISO 8601 duration'),
      });
    }
  });

  it('asks which user is meant, where there are several', async () => {
    const { user_id } = await service.owner();
    await service.owner();
    const error = await errorOf('create');
    expect(error).toMatchObject({ code: 'wrong_use', fix: expect.stringContaining(user_id) });
    expect(exitCodeOf(error)).toBe(2);
    expect(await errorOf('create', '--user', 'usr_nobody')).toMatchObject({ code: 'unknown_user' });
  });

  it('makes the first user of a fresh database, with the first key', async () => {
    vi.stubEnv('V2_DATABASE_URL', empty.url);
    expect(await run('list')).toBe('No keys.\n');
    const made = await runJson('create');
    expect(await runJson('create')).toMatchObject({ user_id: made.user_id });
  });

  it('says what to do where there is no database', async () => {
    vi.stubEnv('V2_DATABASE_URL', '');
    vi.stubEnv('DATABASE_URL', '');
    const home = mkdtempSync(join(tmpdir(), 'overture-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    vi.stubEnv('OVERTURE_HOME', home);
    expect(await errorOf('list')).toMatchObject({
      code: 'not_running',
      fix: expect.stringContaining('V2_DATABASE_URL'),
    });
    vi.stubEnv('V2_DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');
    const error = await errorOf('list');
    expect(error).toMatchObject({ code: 'postgres_unreachable' });
    expect(exitCodeOf(error)).toBe(3);
  });
});
