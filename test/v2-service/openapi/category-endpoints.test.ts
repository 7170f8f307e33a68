import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_CATEGORIES, ACTIONS } from '../../../src/v2/contract/actions.ts';
import { CATEGORY_PATHS } from '../../../src/v2/contract/endpoints.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account();
});
afterAll(() => sandbox.close());

const paths = ACTION_CATEGORIES.flatMap((category) =>
  CATEGORY_PATHS[category].map((path) => [path, category] as const),
);

describe('a category endpoint', () => {
  it.each(paths)(
    '%s has its own actions and no other [POST /v2/profiles] [POST /v2/messages] [POST /v2/network] [POST /v2/content] [POST /v2/recruiter] [POST /v2/balance] [POST /v2/enrich] [POST /v2/mail] [errors.INVALID_ACTION]',
    async (path, category) => {
      const names = [...new Set(ACTIONS.map((definition) => definition.action)), 'fly', 'GET_ME', 'constructor'];
      for (const action of names) {
        // A param of no type that any action takes: an action that exists is refused for it, or needs none.
        const { status, body } = await sandbox.call('POST', path, { account_id: account, action, params: 'none' });
        const own = ACTIONS.some((definition) => definition.category === category && definition.action === action);
        expect([status, body.error?.code], `${path} ${action}`).toEqual([
          400,
          own ? 'INVALID_PARAMS' : 'INVALID_ACTION',
        ]);
        expect(body.metadata).toMatchObject({ action, credits_consumed: 0 });
      }
    },
  );
});

describe('the envelope', () => {
  const metadata = (credits_consumed: number) => ({
    action: 'get_me',
    account_id: account,
    credits_consumed,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });

  it('of a success has these fields and no other [record/success.*] [versioning#5]', async () => {
    const { body } = await sandbox.call('POST', '/v2/profiles', { account_id: account, action: 'get_me' });
    expect(body).toEqual({ success: true, data: expect.any(Object), metadata: metadata(1) });
  });

  it('of an error has these fields and no other; the account only once it is known [record/error.*]', async () => {
    const person = await sandbox.person({ degree: 1 });
    const invite = { account_id: account, action: 'invite', params: { profile_url: person.url } };
    expect((await sandbox.call('POST', '/v2/network', invite)).body).toEqual({
      success: false,
      error: { code: 'CHANNEL_ERROR', sub_code: 'ALREADY_CONNECTED', message: expect.stringMatching(/./) },
      metadata: { ...metadata(0), action: 'invite' },
    });
    const unknown = { account_id: 'acc_none', action: 'get_me' };
    expect((await sandbox.call('POST', '/v2/profiles', unknown)).body).toEqual({
      success: false,
      error: { code: 'INVALID_ACCOUNT', message: expect.stringMatching(/./) },
      metadata: { ...metadata(0), account_id: null },
    });
  });
});
