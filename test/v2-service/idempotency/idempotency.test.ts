import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  owner = await service.owner({ credits: 100 });
  service.channels.calls.length = 0;
  service.channels.refuse = null;
  service.channels.during = async () => undefined;
});

const visit = (key: string, params: object = { profile_url: 'ada-example' }) =>
  service.post(
    '/v2/profiles',
    owner.key,
    { account_id: owner.professional, action: 'visit', params },
    { 'idempotency-key': key },
  );
const remaining = async () => (await service.get('/v2/credits', owner.key)).body.data.credits_remaining;

describe('an Idempotency-Key', () => {
  it('repeats the stored answer without a second effect or charge', async () => {
    const first = await visit('a');
    const second = await visit('a');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(service.channels.calls).toEqual(['visit']);
    expect(await remaining()).toBe(99);
  });

  it('does not mind the order of the fields', async () => {
    await visit('a', { profile_url: 'ada-example', extra: 1 });
    expect((await visit('a', { extra: 1, profile_url: 'ada-example' })).headers['idempotent-replayed']).toBe('true');
  });

  it('refuses another body, and another path', async () => {
    await visit('a');
    const other = await visit('a', { profile_url: 'bob-example' });
    expect(other.status).toBe(400);
    expect(other.body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      message: expect.stringContaining('another body'),
    });
    const body = { account_id: owner.professional, action: 'visit', params: { profile_url: 'ada-example' } };
    const path = await service.post('/v2/network', owner.key, body, { 'idempotency-key': 'a' });
    expect(path.body.error.code).toBe('INVALID_PARAMS');
  });

  it('answers a duplicate of a call that still runs with RATE_LIMITED', async () => {
    let release: () => void = () => undefined;
    let entered: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    service.channels.during = () => {
      entered();
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    const first = visit('a');
    await inside;
    const duplicate = await visit('a');
    release();
    expect(duplicate.status).toBe(429);
    expect(duplicate.headers['retry-after']).toBe('1');
    expect((await first).status).toBe(200);
    expect((await visit('a')).headers['idempotent-replayed']).toBe('true');
    expect(service.channels.calls).toEqual(['visit']);
  });

  it('lets one of twenty duplicates have the effect', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit('a')));
    expect(new Set(answers.map((answer) => answer.status)).has(200)).toBe(true);
    expect(answers.every((answer) => answer.status === 200 || answer.status === 429)).toBe(true);
    expect(service.channels.calls).toEqual(['visit']);
    expect(await remaining()).toBe(99);
  });

  it('stores a refusal by the channel', async () => {
    service.channels.refuse = { kind: 'refused', sub_code: 'INVITATION_LIMIT', message: 'no' };
    const first = await visit('a');
    service.channels.refuse = null;
    const second = await visit('a');
    expect(second.status).toBe(422);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('stores no other error', async () => {
    service.channels.refuse = { kind: 'not_found', message: 'profile not found' };
    expect((await visit('a')).body.error.code).toBe('INVALID_PARAMS');
    service.channels.refuse = null;
    service.channels.during = () => Promise.reject(new Error('broken'));
    expect((await visit('a')).status).toBe(500);
    service.channels.during = async () => undefined;
    const third = await visit('a');
    expect(third.status).toBe(200);
    expect(third.headers['idempotent-replayed']).toBeUndefined();
  });

  it('answers from the store right after the account: inactive, broke or not', async () => {
    await visit('a');
    await service.context.db.query("update accounts set status = 'inactive' where user_id = $1", [owner.user_id]);
    expect((await visit('a')).status).toBe(200);
    expect((await visit('b')).body.error.code).toBe('ACCOUNT_INACTIVE');
  });

  it("is one owner's own", async () => {
    await visit('a');
    owner = await service.owner({ credits: 100 });
    expect((await visit('a')).headers['idempotent-replayed']).toBeUndefined();
  });

  it('is forgotten after 24 hours of wall time', async () => {
    await visit('a');
    await service.context.db.query(
      "update idempotent_requests set wall_created_at = wall_created_at - interval '24 hours'",
    );
    expect((await visit('a', { profile_url: 'bob-example' })).headers['idempotent-replayed']).toBeUndefined();
    expect((await visit('a', { profile_url: 'bob-example' })).headers['idempotent-replayed']).toBe('true');
  });

  it('shares one transaction with effect, charge and log: a failing commit leaves none of them', async () => {
    service.channels.during = async () => undefined;
    // A deferred constraint fails at the commit, after everything was written: what a crash there looks like.
    await service.context.db.query(`
      create function fail_at_commit() returns trigger language plpgsql as 'begin raise exception ''no commit''; end';
      create constraint trigger fail_at_commit after insert on idempotent_requests deferrable initially deferred
        for each row execute function fail_at_commit();`);
    expect((await visit('a')).status).toBe(500);
    await service.context.db.query('drop trigger fail_at_commit on idempotent_requests; drop function fail_at_commit;');
    expect(await remaining()).toBe(100);
    const logs = await service.get('/v2/logs?status=success&action=visit', owner.key);
    expect(logs.body.data.total).toBe(0);
    expect((await visit('a')).headers['idempotent-replayed']).toBeUndefined();
  });
});
