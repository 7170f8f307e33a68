import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, listKeys, revokeKey } from '../../../src/v2/service/keys/keys.ts';
import { seedBootstrapKey } from '../../../src/v2/service/keys/seed-bootstrap-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const FIRST = 'bootstrap-key-of-24-chars';
const SECOND = 'another-bootstrap-key-of-24';

describe('API keys', () => {
  it('are shown once and stored as a digest [auth#1]', async () => {
    const { db } = service.context;
    const owner = await service.owner();
    const { key } = await createKey(db, { user_id: owner.user_id });
    expect(key).toMatch(/^sk_[0-9A-Za-z]{32}$/);
    const { rows } = await db.query('select row_to_json(api_keys) as row from api_keys');
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(await listKeys(db, owner.user_id))).not.toContain(key);
  });

  it('stop working when revoked and when expired, and leave the others alone [auth#1 errors.INVALID_API_KEY]', async () => {
    const { db } = service.context;
    const owner = await service.owner();
    const revoked = await createKey(db, { user_id: owner.user_id });
    const expired = await createKey(db, { user_id: owner.user_id, expires_in: -1 });
    const later = await createKey(db, { user_id: owner.user_id, expires_in: 60 });
    expect(await revokeKey(db, revoked.key_id)).toBe(true);
    expect(await revokeKey(db, revoked.key_id)).toBe(false);
    const statuses = [revoked, expired, later].map(async ({ key }) => (await service.get('/v2/credits', key)).status);
    expect(await Promise.all(statuses)).toEqual([403, 403, 200]);
    expect((await service.get('/v2/credits', owner.key)).status).toBe(200);
  });

  it('are needed everywhere, in the header, and read alike where they are wrong [auth#1 errors.INVALID_API_KEY]', async () => {
    for (const key of [null, '', 'sk_unknown', 'sk_'.padEnd(5000, 'x')]) {
      const answers = [
        await service.get('/v2/accounts', key),
        await service.post('/v2/login', key, { login_token: 't' }),
        await service.post('/v2/profiles', key, {}),
      ];
      for (const { status, body } of answers) {
        expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'INVALID_API_KEY' });
      }
    }
  });

  it('share the logs of their user, which survive a rotation [auth#3]', async () => {
    const { db } = service.context;
    const owner = await service.owner();
    await service.post('/v2/login', owner.key, { email: 'before@mail.example', password: 'x' });
    const { rows } = await db.query<{ key_id: string }>('select key_id from api_keys where user_id = $1', [
      owner.user_id,
    ]);
    const { key } = await createKey(db, { user_id: owner.user_id });
    await revokeKey(db, rows[0]?.key_id ?? '');
    expect((await service.get('/v2/logs', owner.key)).status).toBe(403);
    const logs = await service.get('/v2/logs?action=login', key);
    expect(logs.body.data).toMatchObject({ total: 1, items: [{ user_id: owner.user_id, action: 'login' }] });
  });

  it('expire by the wall clock, however fast the world runs', async () => {
    const { db, clock } = service.context;
    const owner = await service.owner();
    const { key } = await createKey(db, { user_id: owner.user_id, expires_in: 60 });
    const setting = clock.setting();
    clock.set({ wall_origin: Date.now(), world_origin: Date.now() + 86_400_000, speed: 4320 });
    expect((await service.get('/v2/credits', key)).status).toBe(200);
    clock.set(setting);
  });
});

describe('the bootstrap key', () => {
  it('makes one owner with 10,000 credits, however often it is seeded', async () => {
    const { db } = service.context;
    const seeded = await Promise.all([1, 2, 3].map(() => seedBootstrapKey(db, FIRST, Date.now())));
    expect(new Set(seeded.map(({ user_id }) => user_id)).size).toBe(1);
    expect((await service.get('/v2/credits', FIRST)).body.data).toEqual({
      credits_remaining: 10_000,
      credits_used: 0,
      unlimited: false,
    });
  });

  it('is replaced by another one, for the same owner', async () => {
    const { db } = service.context;
    const first = await seedBootstrapKey(db, FIRST, Date.now());
    expect(await seedBootstrapKey(db, SECOND, Date.now())).toEqual(first);
    expect((await service.get('/v2/credits', FIRST)).status).toBe(403);
    expect((await service.get('/v2/credits', SECOND)).status).toBe(200);
  });

  it('is refused when it is short', async () => {
    await expect(seedBootstrapKey(service.context.db, 'short', Date.now())).rejects.toMatchObject({
      code: 'bootstrap_key_short',
    });
  });
});
