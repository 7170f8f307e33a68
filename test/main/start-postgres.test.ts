import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { isAlive } from '../../src/app/main/processes.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { PATIENCE } from '../support/eventually.ts';

describe('the embedded Postgres', () => {
  let folder: string;
  let server: PostgresServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'overture-pg-'));
    server = await startPostgres({ folder });
    await query('create table kept (n int)');
    await query('insert into kept values (42)');
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function query(text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  it('adopts the server that still runs on its data, as after a kill -9 of ours', async () => {
    const second = await startPostgres({ folder });
    expect(second).toMatchObject({ adopted: true, pid: server.pid, port: server.port });
  });

  it('starts with little memory for its tables where it cannot have more', async () => {
    const other = mkdtempSync(join(tmpdir(), 'overture-pg-'));
    const small = await startPostgres({ folder: other, shared_buffers: '1kB' });
    const client = new pg.Client({ connectionString: small.url('postgres') });
    await client.connect();
    const { rows } = await client.query('show shared_buffers');
    await client.end();
    await small.stop();
    rmSync(other, { recursive: true, force: true });
    expect(rows).toEqual([{ shared_buffers: '128MB' }]);
  });

  it('keeps the data when the server itself was killed and left a stale postmaster.pid', async () => {
    // A session that is open at that moment keeps a backend, which outlives its server for a while.
    const open = new pg.Client({ connectionString: server.url('postgres') });
    open.on('error', () => undefined);
    await open.connect();
    process.kill(server.pid, 'SIGKILL');
    await waitUntil(() => !isAlive(server.pid), { timeout: PATIENCE });
    server = await startPostgres({ folder });
    expect(server.adopted).toBe(false);
    expect(await query('select n from kept')).toEqual([{ n: 42 }]);
  });

  it('starts although the stale postmaster.pid names a process that is now another program', async () => {
    const lock = join(server.data_folder, 'postmaster.pid');
    const text = readFileSync(lock, 'utf8');
    await server.stop();
    const other = spawn('sleep', ['60'], { detached: true });
    writeFileSync(lock, text.replace(/^\d+/, String(other.pid)));
    try {
      server = await startPostgres({ folder });
      expect(server.adopted).toBe(false);
      expect(await query('select n from kept')).toEqual([{ n: 42 }]);
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('waits for as long as another server has the data, which Postgres says by a code', async () => {
    const log = join(folder, 'postgres.log');
    const before = readFileSync(log, 'utf8').length;
    // Nothing tells of the server that runs but the memory that it shares with its backends.
    renameSync(join(server.data_folder, 'postmaster.pid'), join(folder, 'aside'));
    const next = startPostgres({ folder });
    const refused = () => readFileSync(log, 'utf8').slice(before).includes(' F0001 ');
    expect(await waitUntil(refused, { timeout: PATIENCE })).toBe(true);
    await server.stop();
    server = await next;
    expect(await query('select n from kept')).toEqual([{ n: 42 }]);
  });
});
