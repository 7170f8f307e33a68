import { chmodSync, chownSync, copyFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresUser } from '../../src/app/main/postgres/run-as.ts';
import { type PostgresServer, startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { eventually } from '../support/eventually.ts';
import { type Authority, HAS_OPENSSL, makeAuthority } from '../support/make-certificates.ts';
import { temporaryHome } from '../support/temporary-home.ts';

describe.runIf(HAS_OPENSSL)('a Postgres that is reached over TLS', () => {
  const folder = temporaryHome('overture-postgres-tls-');
  const files: string[] = [];
  let server: PostgresServer;
  let authority: Authority;
  let url: URL;

  beforeAll(async () => {
    server = await startPostgres({ folder: join(folder, 'postgres'), durable: false });
    authority = makeAuthority(folder);
    const own = authority.of('localhost');
    // The server takes a key that nobody else can read, in its own folder.
    const user = postgresUser();
    for (const [file, name] of [
      [own.cert, 'tls.pem'],
      [own.key, 'tls.key'],
    ] as const) {
      const to = join(dirname(server.data_folder), name);
      copyFileSync(file, to);
      chmodSync(to, 0o600);
      if (user) chownSync(to, user.uid, user.gid);
      files.push(to);
    }
    url = new URL(await server.ensureDatabase('overture'));
    const db = openDatabase(url.href, { max: 1 });
    for (const setting of [`ssl_cert_file = '${files[0]}'`, `ssl_key_file = '${files[1]}'`, 'ssl = on'])
      await db.query(`alter system set ${setting}`);
    await db.query('select pg_reload_conf()');
    await eventually(async () => expect((await db.query('show ssl')).rows).toEqual([{ ssl: 'on' }]));
    await db.close();
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Whether the connection is encrypted, by what the server says. */
  async function isEncrypted(settings: Readonly<Record<string, string>>): Promise<unknown> {
    const given = new URL(url);
    given.host = `localhost:${server.port}`;
    given.search = new URLSearchParams(settings).toString();
    const db = openDatabase(given.href, { max: 1 });
    try {
      return (await db.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')).rows[0]?.ssl;
    } finally {
      await db.close();
    }
  }

  it('is reached by its address alone, with its certificate held against the authority of whoever hosts it', async () => {
    const sslmode = 'verify-full';
    expect(await isEncrypted({})).toBe(false);
    expect(await isEncrypted({ sslmode, sslrootcert: authority.ca })).toBe(true);
    const stranger = makeAuthority(folder).ca;
    await expect(isEncrypted({ sslmode, sslrootcert: stranger })).rejects.toThrow(/certificate/);
  });
});
