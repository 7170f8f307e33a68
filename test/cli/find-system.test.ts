import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findApi, withFoundHome } from '../../src/app/cli/find-system.ts';
import { exitCodeOf } from '../../src/app/cli/print.ts';
import { announceSystem } from '../../src/app/main/running-systems.ts';
import { ADMIN, type ApiBench, openApi } from '../api/fixtures.ts';
import { runInProcess } from '../support/overture-command.ts';

const before = process.cwd();
let folder: string;
let retract: (() => void)[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'overture-find-')));
  mkdirSync(join(folder, 'project'));
  process.chdir(join(folder, 'project'));
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'));
  for (const name of ['OVERTURE_HOME', 'OVERTURE_PORT', 'OVERTURE_API_KEY', 'DATABASE_URL', 'V2_DATABASE_URL'])
    vi.stubEnv(name, '');
});
afterEach(() => {
  for (const one of retract) one();
  retract = [];
  process.chdir(before);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A home whose engine ran on that port. */
function home(name: string, port: number, { pid = 2 ** 22 + 1, key = `ovk_of_${name}` } = {}): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'api-key'), `${key}\n`);
  const api = { url: `http://127.0.0.1:${port}`, port };
  writeFileSync(join(path, 'run.json'), JSON.stringify({ pid, started_at: 'x', api }));
  return path;
}
/** A home whose engine runs. */
function running(name: string, port: number, key?: string): string {
  const path = home(name, port, key === undefined ? {} : { key });
  retract.push(announceSystem(path, `http://127.0.0.1:${port}`));
  return path;
}
function notes(): () => string {
  const spy = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return () => spy.mock.calls.map(([text]) => String(text)).join('');
}

describe('the engine that a command means', () => {
  it('is the one that the environment names, by its home or its port', async () => {
    const one = home('one', 4444);
    running('two', 4445);
    expect(await findApi({ OVERTURE_HOME: one })).toEqual({ base_url: 'http://127.0.0.1:4444', key: 'ovk_of_one' });
    expect(await findApi({ OVERTURE_HOME: one, OVERTURE_PORT: '0' })).toMatchObject({
      base_url: 'http://127.0.0.1:4444',
    });
    expect(await findApi({ OVERTURE_HOME: one, OVERTURE_PORT: '5', OVERTURE_API_KEY: 'given' })).toEqual({
      base_url: 'http://127.0.0.1:5',
      key: 'given',
    });
    await expect(findApi({ OVERTURE_HOME: join(folder, 'none') })).rejects.toMatchObject({ code: 'not_running' });
    await expect(findApi({ OVERTURE_PORT: '4446' })).rejects.toMatchObject({ code: 'no_api_key' });
  });

  it('is the only one of this user that runs, whatever the folder, and standard error says so once', async () => {
    const said = notes();
    const one = running('one', 4444);
    expect(await findApi()).toEqual({ base_url: 'http://127.0.0.1:4444', key: 'ovk_of_one' });
    expect(await withFoundHome()).toMatchObject({ OVERTURE_HOME: one });
    expect(said()).toBe(`With the Overture that runs on ${one} (http://127.0.0.1:4444).\n`);
  });

  it('is that of this folder where it has one, without a word', async () => {
    const said = notes();
    running('one', 4444);
    running('project/.overture', 4445, 'ovk_here');
    expect(await findApi()).toEqual({ base_url: 'http://127.0.0.1:4445', key: 'ovk_here' });
    expect((await withFoundHome()).OVERTURE_HOME).toBe('');
    expect(said()).toBe('');
  });

  it('is none where none runs: what a kill left behind is not taken', async () => {
    home('project/.overture', 4444);
    await expect(findApi()).rejects.toMatchObject({
      code: 'not_running',
      fix: expect.stringContaining('overture dev'),
    });
  });

  it('is no other than that of this folder while that is stopped, unless somebody says so', async () => {
    const one = running('one', 4444);
    home('project/.overture', 4445);
    const refused = findApi();
    await expect(refused).rejects.toMatchObject({ code: 'not_running', detail: { running: [{ home: one }] } });
    await expect(refused).rejects.toThrow(`does not run on ${folder}/project/.overture`);
  });

  it('is asked for where several run; without a terminal they are listed with how to choose', async () => {
    const [one, two] = [running('one', 4444), running('two', 4445)];
    const refused = await findApi().catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'several_running',
      fix: `In the environment, name the one that you mean, such as OVERTURE_HOME=${one}`,
      detail: { lines: [`http://127.0.0.1:4444 on ${one}`, `http://127.0.0.1:4445 on ${two}`] },
    });
    expect(exitCodeOf(refused)).toBe(2);
    await expect(withFoundHome()).rejects.toMatchObject({ code: 'several_running' });
    // Its port says which one is meant, too.
    expect(await findApi({ OVERTURE_PORT: '4445', XDG_STATE_HOME: join(folder, 'state') })).toMatchObject({
      key: 'ovk_of_two',
    });
  });
});

describe('at a terminal', () => {
  const before = process.stderr.isTTY;
  afterEach(() => {
    process.stderr.isTTY = before;
  });

  it('a person chooses among several, and is asked once however often it is looked for', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin);
    process.stderr.isTTY = true;
    const said = notes();
    const [one, two] = [running('one', 4444), running('two', 4445)];
    const found = Promise.all([findApi(), findApi()]);
    stdin.write('2\n');
    expect((await found).map(({ base_url }) => base_url)).toEqual(['http://127.0.0.1:4445', 'http://127.0.0.1:4445']);
    expect(await withFoundHome()).toMatchObject({ OVERTURE_HOME: two });
    expect(said()).toContain(`Several Overtures of yours run.\n1. http://127.0.0.1:4444 on ${one}\n2. `);
    expect(said().match(/Which one/g)).toHaveLength(1);
  });
});

describe('in a folder that `overture init` has just made', () => {
  let api: ApiBench;
  let port: number;
  beforeAll(async () => {
    api = await openApi();
    port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => api.close());

  it('`overture plan` asks the engine that runs', async () => {
    const one = running('one', port, ADMIN);
    const elsewhere = { package: 'git+https://code.acme.example/overture.git' };
    expect((await runInProcess('.', 'init', '--package', elsewhere.package)).code).toBe(0);
    const planned = await runInProcess('.', 'plan', 'sequences/welcome.yaml');
    expect(planned).toMatchObject({ code: 0, out: expect.stringContaining('welcome') });
    expect(planned.err).toContain(one);
  });
});
