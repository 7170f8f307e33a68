import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_RATES } from '../../src/core/simulate/rates.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

const YAML = `sequence: hello
senders: { professional: [acc_anna] }
limits: { invites: 10/day }
steps:
  - visit
  - invite
  - wait_for: accepted_invitation
    within: 7 days
    then: [end: accepted]
    else: [end: silent]
`;

describe('POST /api/sequences/{name}/simulate', () => {
  it('answers what the command prints for the same text, leads, days, seed and rates', async () => {
    await api.call('POST', '/api/sequences', YAML);
    const { status, body } = await api.call('POST', '/api/sequences/hello/simulate', {
      ...{ leads: 50, days: 30, seed: 9, start: '2026-03-02', rates: { accept: 0.5 } },
    });
    expect(status).toBe(200);
    const compiled = compileSequence(YAML);
    const plans = compiled.ok ? [compiled.plan] : [];
    const rates = { ...DEFAULT_RATES, accept: { ...DEFAULT_RATES.accept, rate: 0.5 } };
    const expected = simulate({ plans, leads: 50, days: 30, seed: 9, start: '2026-03-02', rates, what_if: false });
    expect(JSON.stringify(body)).toBe(JSON.stringify(expected));
    expect(body).toMatchObject({ leads: 50, days: 30, actions: { visit: 50, invite: 50 } });
  });

  it('refuses what it cannot compute in a moment, and what it does not know', async () => {
    await api.call('POST', '/api/sequences', YAML);
    const simulation = (body: unknown) => api.call('POST', '/api/sequences/hello/simulate', body);
    expect(await simulation({ leads: 10_001 })).toMatchObject({ status: 422, body: { code: 'invalid_body' } });
    expect((await simulation({ days: 366 })).status).toBe(422);
    expect((await simulation({ start: '2026-02-30' })).status).toBe(422);
    expect(await simulation({ rates: { acept: 0.2 } })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('did you mean "accept"?') },
    });
    expect((await simulation({ leeds: 3 })).status).toBe(422);
    expect((await api.call('POST', '/api/sequences/nope/simulate', {})).status).toBe(404);
  });
});
