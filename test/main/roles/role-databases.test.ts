import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readEnvironment } from '../../../src/app/main/config/read-environment.ts';
import { examinePostgres } from '../../../src/app/main/examine-postgres.ts';
import { openHome, writeRunFile } from '../../../src/app/main/home.ts';
import { ensureDatabase } from '../../../src/app/main/postgres/ensure-database.ts';
import { engineDatabase, givenToDev, v2Database } from '../../../src/app/main/roles/role-databases.ts';
import { rotateSecret } from '../../../src/app/main/rotate-secret.ts';
import { eventually } from '../../support/eventually.ts';

const tag = randomBytes(4).toString('hex');
const made: string[] = [];
let server: pg.Client;
let folder: string;

function urlOf(name: string, user?: string): string {
  const url = new URL(inject('postgres_url'));
  url.pathname = `/${name}`;
  if (user) [url.username, url.password] = [user, 'secret'];
  made.push(name);
  return url.href;
}
const isThere = async (name: string): Promise<boolean> =>
  (await server.query('select from pg_database where datname = $1', [name])).rowCount === 1;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'role-databases-'));
  server = new pg.Client({ connectionString: inject('postgres_url') });
  await server.connect();
  await server.query(`create role plain_${tag} login password 'secret'`);
});
afterAll(async () => {
  for (const name of new Set(made)) await server.query(`drop database if exists "${name}" with (force)`);
  await server.query(`drop role plain_${tag}`);
  await server.end();
  await rm(folder, { recursive: true });
});

describe('the database of a role', () => {
  it('is created where it is missing, also when two roles start at once, and left alone where it is there', async () => {
    const url = urlOf(`engine_${tag}`);
    await Promise.all([ensureDatabase(url, 'DATABASE_URL'), ensureDatabase(url, 'DATABASE_URL')]);
    expect(await isThere(`engine_${tag}`)).toBe(true);
    expect(await ensureDatabase(url, 'DATABASE_URL')).toBe(url);
  });

  it('that the user may not create is named, with what to do', async () => {
    await expect(ensureDatabase(urlOf(`none_${tag}`, `plain_${tag}`), 'DATABASE_URL')).rejects.toMatchObject({
      code: 'database_missing',
      message: expect.stringContaining(`There is no database none_${tag} at`),
      fix: expect.stringContaining(`createdb none_${tag}`),
    });
  });

  it('on a server that is not there is reported as that', async () => {
    await expect(ensureDatabase('postgres://nobody@127.0.0.1:9/x', 'DATABASE_URL')).rejects.toMatchObject({
      code: 'postgres_unreachable',
      fix: expect.stringContaining('DATABASE_URL'),
    });
  });

  it('is waited for where others hold all connections of its server at the moment', async () => {
    const url = new URL(urlOf(`engine_${tag}`, `plain_${tag}`));
    const folderOfSocket = url.searchParams.get('host');
    const onward = folderOfSocket
      ? { path: `${folderOfSocket}/.s.PGSQL.${url.port}` }
      : { host: url.hostname, port: Number(url.port) };
    let asked = 0;
    const between = createServer((socket) => {
      asked += 1;
      const postgres = connect(onward);
      for (const one of [socket, postgres]) one.on('error', () => undefined);
      socket.pipe(postgres).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(between, 'listening');
    const { port: ours } = between.address() as AddressInfo;
    url.searchParams.delete('host');
    [url.hostname, url.port] = ['127.0.0.1', String(ours)];
    await server.query(`alter role plain_${tag} connection limit 0`);
    const ensured = ensureDatabase(url.href, 'DATABASE_URL');
    await eventually(() => expect(asked).toBeGreaterThan(1));
    await server.query(`alter role plain_${tag} connection limit -1`);
    expect(await ensured).toBe(url.href);
    between.close();
  });

  it('of the V2 service alone starts no other Postgres', async () => {
    const home = openHome(join(folder, 'v2'));
    const url = urlOf(`v2_${tag}`);
    const environment = readEnvironment({ V2_DATABASE_URL: url, V2_DATABASE_DIRECT_URL: `${url}?direct` });
    expect(await v2Database(home, environment)).toMatchObject({ url, direct_url: `${url}?direct` });
    expect(await isThere(`v2_${tag}`)).toBe(true);
    expect(existsSync(home.path('postgres'))).toBe(false);
  });

  it('of the engine needs none of the V2 service', async () => {
    const home = openHome(join(folder, 'engine'));
    const url = urlOf(`alone_${tag}`);
    expect(await engineDatabase(home, readEnvironment({ DATABASE_URL: url }))).toMatchObject({ url, direct_url: url });
  });

  it('that overture dev was given is found again by a role that is given none, and no other Postgres is started', async () => {
    const home = openHome(join(folder, 'given'));
    const [url, v2_url] = [urlOf(`dev_${tag}`), urlOf(`dev_v2_${tag}`)];
    writeRunFile(home, { pid: process.pid, started_at: new Date().toISOString(), postgres: { url, v2_url } });
    const none = readEnvironment({});
    expect(await engineDatabase(home, none)).toMatchObject({ url });
    expect(await v2Database(home, none)).toMatchObject({ url: v2_url });
    // What it started itself is the home's.
    writeRunFile(home, { pid: process.pid, started_at: '', postgres: { url, v2_url: url, pid: process.pid } });
    expect(givenToDev(home)).toEqual({});
    const elsewhere = 'postgres://v2@db.example:5432/v2';
    writeRunFile(home, { pid: process.pid, started_at: '', postgres: { url, v2_url: elsewhere, pid: process.pid } });
    expect(givenToDev(home)).toEqual({ v2: elsewhere });
    expect(existsSync(home.path('postgres'))).toBe(false);
  });

  it('is none in an empty home, so no secret key is changed there', async () => {
    const home = openHome(join(folder, 'empty'));
    await expect(rotateSecret({ OVERTURE_HOME: home.folder })).rejects.toMatchObject({
      code: 'not_running',
      fix: expect.stringContaining('DATABASE_URL'),
    });
    expect([existsSync(home.path('postgres')), existsSync(home.path('secret-key'))]).toEqual([false, false]);
  });

  it('is examined by doctor: how many connections it allows, and how many the roles hold', async () => {
    expect(await examinePostgres(inject('postgres_url'))).toMatch(
      /^answers: \d+\S*; \d+ connections, of which an api, a worker and a V2 service hold up to 85 \(20, 44 and one, 20\)$/,
    );
  });
});
