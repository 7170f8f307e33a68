import { afterAll, beforeAll, expect, it } from 'vitest';
import { CodedError } from '../../src/shared/kit/coded-error.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
const away = async () => {
  throw new CodedError(
    'service_away',
    'The V2 service at http://v2 is away, and it has the clock: connect ECONNREFUSED.',
    { fix: 'Start it again.' },
  );
};
beforeAll(async () => {
  api = await openApi({ movable_clock: { quiet: away, jump: away } });
});
afterAll(() => api.close());

it.each([
  ['GET', '/api/quiet', undefined],
  ['POST', '/api/clock/jump', {}],
  ['POST', '/api/clock/jump', { to: '2030-01-01T00:00:00Z' }],
])('%s %s says that the V2 service is away', async (method, path, body) => {
  const answer = await api.call(method, path, body);
  expect([answer.status, answer.body.code]).toEqual([503, 'service_away']);
  expect(answer.body.detail).toContain('connect ECONNREFUSED. Start it again.');
});
