import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedApiKey } from '../../src/app/api/auth/keys.ts';
import { createApi } from '../../src/app/api/create-api.ts';
import { watchResources } from '../../src/app/demo/dev/watch-resources.ts';
import { examine } from '../../src/app/main/doctor.ts';
import { examinePostgres } from '../../src/app/main/examine-postgres.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { migrate } from '../../src/runtime/store/migrate.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import type { PooledDatabase } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import { measureProcess } from '../../src/shared/telemetry/process-metrics.ts';
import { createV2Service, type V2Service } from '../../src/v2/service/service.ts';
import { ADMIN, SECRET_KEY } from '../api/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { holdToContract } from '../support/hold-to-contract.ts';
import { createSandboxClient } from '../support/sandbox-client.ts';
import { canMount, type SmallDiskPostgres, startSmallDiskPostgres } from '../support/small-disk-postgres.ts';
import { v2ServiceOptions } from '../support/v2-service-options.ts';

const FULL = 'The disk of Postgres is full, so nothing can be written; what was written before is kept.';
const V2_KEY = 'bootstrap-key-of-24-characters';
/** More than the free rest of the pages that tables have. */
const MOST_WRITES = 400;

describe.skipIf(!canMount())('a full disk', () => {
  let postgres: SmallDiskPostgres;
  let url: string;
  let db: PooledDatabase;
  let app: ReturnType<typeof createApi>;
  let v2: V2Service;
  let unmeasure: () => void;

  beforeAll(async () => {
    postgres = await startSmallDiskPostgres();
    url = await postgres.createDatabase('engine');
    await migrate(url, PACKAGE_ROOT);
    db = openDatabase(url, { max: 4 });
    unmeasure = measureProcess(db.usage, async () => 1_000_000);
    await seedApiKey(db, ADMIN);
    app = createApi({
      ...{ db, clock: createClock(), log: pino({ level: 'silent' }), keys: ringOf([secretKey(SECRET_KEY)]) },
      receive: async () => ({ status: 'accepted' }) as never,
      refreshAccounts: async () => undefined,
      onOutbox: () => undefined,
      readDiskSpace: async () => ({ free: 1_000_000 }),
      package_root: PACKAGE_ROOT,
    });
    holdToContract(app);
    v2 = await createV2Service(
      v2ServiceOptions({ database_url: await postgres.createDatabase('service'), bootstrap_key: V2_KEY }),
    );
  });
  afterAll(async () => {
    unmeasure();
    await app.close();
    await v2.close();
    await db.close();
    await postgres.stop();
  });

  const get = async (path: string) => {
    const answer = await app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${ADMIN}` } });
    return { status: answer.statusCode, body: answer.body };
  };
  /** Random, so that it takes the place that it is long. */
  const save = (n: number) =>
    app.inject({
      method: 'POST',
      url: '/api/saved-answers',
      headers: { authorization: `Bearer ${ADMIN}` },
      payload: { name: `answer ${n}`, text: randomBytes(3000).toString('base64') },
    });
  const hook = (base: string, account_id: string) =>
    fetch(`${base}/v2/webhooks`, {
      method: 'POST',
      headers: { 'x-api-key': V2_KEY },
      body: JSON.stringify({
        account_id,
        url: `http://127.0.0.1/${randomBytes(900).toString('hex')}`,
        events: ['all'],
      }),
    });
  const ready = async () => JSON.parse((await get('/readyz')).body);

  it('is said by both products, and by doctor, before and while a write is refused; nothing that was answered is lost', async () => {
    const base = await v2.listen(0);
    const api_url = await app.listen({ host: '127.0.0.1', port: 0 });
    const { account_id } = await createSandboxClient({ base_url: base, api_key: V2_KEY }).createAccount();
    expect(await ready()).toMatchObject({ ok: true, unavailable: null, disk_free_bytes: 1_000_000 });
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    await expect(examinePostgres(url)).resolves.toMatch(/^answers/);

    await postgres.fill();
    // A probe's answer holds for some seconds.
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
    expect(await get('/readyz')).toMatchObject({ status: 503 });
    expect(await ready()).toMatchObject({ ok: false, postgres: true, unavailable: { reason: 'disk_full' } });
    const ofV2 = await fetch(`${base}/readyz`);
    expect([ofV2.status, await ofV2.json()]).toEqual([
      503,
      { ok: false, unavailable: { reason: 'disk_full', text: FULL, fix: expect.any(String) } },
    ]);
    for (const url of [base, api_url]) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const said: string[] = [];
    const dev = watchResources({ folder: PACKAGE_ROOT, api_url }, (line) => said.push(line));
    await eventually(() => expect(said).toContainEqual(expect.stringMatching(/^The disk of Postgres is full/)));
    dev.stop();
    const findings = await examine({ DATABASE_URL: url, V2_BASE_URL: base });
    expect(findings.findings).toEqual(
      expect.arrayContaining(
        ['Postgres', 'V2 service'].map((name) =>
          expect.objectContaining({ name, ok: false, text: expect.stringContaining('The disk of Postgres is full') }),
        ),
      ),
    );
    await expect(examinePostgres(url)).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringMatching(/^The disk of Postgres is full/),
    });

    const saved: string[] = [];
    let refused: Awaited<ReturnType<typeof save>> | undefined;
    for (let n = 0; n < MOST_WRITES && refused === undefined; n++) {
      const answer = await save(n);
      if (answer.statusCode < 300) saved.push(`answer ${n}`);
      else refused = answer;
    }
    expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '60' } });
    expect(refused?.json()).toMatchObject({
      code: 'database_unavailable',
      reason: 'disk_full',
      detail: FULL,
    });
    let unkept: Response | undefined;
    for (let n = 0; n < MOST_WRITES && unkept === undefined; n++) {
      const answer = await hook(base, account_id);
      if (!answer.ok) unkept = answer;
    }
    expect([unkept?.status, unkept?.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await unkept?.json()).toMatchObject({
      success: false,
      error: { code: 'INTERNAL_ERROR', message: expect.stringMatching(/^The disk of Postgres is full/) },
    });
    expect((await get('/metrics')).body).toMatch(/overture_database_unavailable_total\{reason="disk_full"\} [1-9]/);
    expect((await get('/metrics')).body).toContain('overture_disk_free_bytes 1000000');

    await postgres.empty();
    later.mockReturnValue(performance.now() + 30_000);
    expect(await ready()).toMatchObject({ ok: true, unavailable: null });
    expect((await save(MOST_WRITES)).statusCode).toBe(201);
    const kept = JSON.parse((await get('/api/saved-answers?limit=200')).body).items as { name: string }[];
    expect(kept.map(({ name }) => name).sort()).toEqual([...saved, `answer ${MOST_WRITES}`].sort());
    later.mockRestore();
  });
});
