import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
let poor: TestOwner;
let inactive: TestOwner;

beforeAll(async () => {
  service = await startTestService();
  owner = await service.owner();
  poor = await service.owner({ credits: 0 });
  inactive = await service.owner();
  await service.context.db.query("update accounts set status = 'inactive' where user_id = $1", [inactive.user_id]);
});
afterAll(() => service.close());

const unknownKey = 'sk_unknown';
const unknownAccount = 'acc_unknown';

// Each call is wrong in two neighboring ways; the answer names the first.
const CASES: readonly {
  readonly name: string;
  readonly key: () => string;
  readonly body: () => unknown;
  readonly code: string;
  readonly status: number;
  readonly message?: RegExp;
}[] = [
  { name: 'a key before the body', key: () => unknownKey, body: () => '{"a":', code: 'INVALID_API_KEY', status: 403 },
  {
    name: 'the body before the account',
    key: () => owner.key,
    body: () => `{"account_id":"${unknownAccount}"`,
    code: 'INVALID_PARAMS',
    status: 400,
    message: /JSON/,
  },
  {
    name: 'an account that is missing before an action that is missing',
    key: () => owner.key,
    body: () => ({}),
    code: 'INVALID_PARAMS',
    status: 400,
    message: /account_id/,
  },
  {
    name: 'the account before the action',
    key: () => owner.key,
    body: () => ({ account_id: unknownAccount, action: 'nonsense' }),
    code: 'INVALID_ACCOUNT',
    status: 404,
  },
  {
    name: "another owner's account like an unknown one",
    key: () => owner.key,
    body: () => ({ account_id: poor.professional, action: 'nonsense' }),
    code: 'INVALID_ACCOUNT',
    status: 404,
  },
  {
    name: 'an inactive account before the action',
    key: () => inactive.key,
    body: () => ({ account_id: inactive.professional, action: 'nonsense' }),
    code: 'ACCOUNT_INACTIVE',
    status: 403,
  },
  {
    name: 'the action before the params',
    key: () => owner.key,
    body: () => ({ account_id: owner.professional, action: 'nonsense', params: 5 }),
    code: 'INVALID_ACTION',
    status: 400,
  },
  {
    name: 'the action before the channel that it needs',
    key: () => owner.key,
    body: () => ({ account_id: owner.email, action: 'visit', params: {} }),
    code: 'INVALID_PARAMS',
    status: 400,
    message: /email channel/,
  },
  {
    name: 'the params before the credits',
    key: () => poor.key,
    body: () => ({ account_id: poor.professional, action: 'visit', params: {} }),
    code: 'INVALID_PARAMS',
    status: 400,
    message: /params\.profile_url/,
  },
  {
    name: 'the credits before the channel',
    key: () => poor.key,
    body: () => ({ account_id: poor.professional, action: 'visit', params: { profile_url: 'ada-example' } }),
    code: 'INSUFFICIENT_CREDITS',
    status: 402,
    message: /requires 1, 0 remaining/,
  },
];

describe('the order of checks', () => {
  it.each(CASES)('names $name', async ({ key, body, code, status, message }) => {
    service.channels.refuse = { kind: 'refused', message: 'no' };
    const answer = await service.post('/v2/profiles', key(), body());
    expect(answer.body.error.code).toBe(code);
    expect(answer.status).toBe(status);
    if (message) expect(answer.body.error.message).toMatch(message);
    expect(answer.body.metadata.credits_consumed).toBe(0);
    service.channels.refuse = null;
  });

  it('asks for a key before it says anything else, also where the header is missing', async () => {
    const answer = await service.post('/v2/profiles', null, {});
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('INVALID_API_KEY');
  });

  it('touches no channel before the credits are there', async () => {
    service.channels.calls.length = 0;
    const params = { profile_url: 'ada-example' };
    await service.post('/v2/profiles', poor.key, { account_id: poor.professional, action: 'visit', params });
    expect(service.channels.calls).toEqual([]);
  });

  it('needs no account for enrich, under both of its names', async () => {
    for (const path of ['/v2/enrich', '/v2/mail']) {
      const answer = await service.post(path, owner.key, { action: 'find_email', params: { profile_url: 'ada' } });
      expect(answer.status).toBe(200);
      expect(answer.body.metadata).toMatchObject({ account_id: null, credits_consumed: 1 });
    }
  });

  it('refuses a near miss of a param that would change a send', async () => {
    const answer = await service.post('/v2/messages', owner.key, {
      account_id: owner.professional,
      action: 'send',
      params: { profile_url: 'ada-example', message_text: 'Hello', inMail: true },
    });
    expect(answer.body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      message: expect.stringContaining('did you mean'),
    });
  });
});
