import { expect, it } from 'vitest';
import { mayCall } from '../../src/app/api-contract/may-call.ts';
import { ROUTES } from '../../src/app/api-contract/routes.ts';

const whole = ['read', 'write', 'send', 'admin'] as const;
const user = (role: 'viewer' | 'operator' | 'editor' | 'owner', account_ids: string[] | null = null) => ({
  ...{ scopes: whole, role, account_ids },
});

it('lets a role do what its operations say, and no more', () => {
  expect(mayCall(user('viewer'), ROUTES.pauseCampaign)).toBe(false);
  expect(mayCall(user('operator'), ROUTES.pauseEnrollment)).toBe(true);
  expect(mayCall(user('operator'), ROUTES.pauseCampaign)).toBe(false);
  expect(mayCall(user('editor'), ROUTES.pauseCampaign)).toBe(true);
  expect(mayCall(user('editor'), ROUTES.createKey)).toBe(false);
});

it('goes by the scopes of a key of nobody', () => {
  expect(mayCall({ scopes: ['read'], role: null, account_ids: null }, ROUTES.listCampaigns)).toBe(true);
  expect(mayCall({ scopes: ['send'], role: null, account_ids: null }, ROUTES.pauseCampaign)).toBe(false);
});

it('keeps from who is limited to some accounts what concerns all', () => {
  expect(mayCall(user('owner', ['acc_1']), ROUTES.stopEverything)).toBe(false);
  expect(mayCall(user('owner', ['acc_1']), ROUTES.listCampaigns)).toBe(true);
});
