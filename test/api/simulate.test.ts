import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/app/api-contract/api-operations.ts';
import { DEFAULT_RATES } from '../../src/core/simulate/people/rates.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { addAccount } from '../enroll/fixtures.ts';
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

  it('begins now, in the calendars of the connected accounts with what is booked on them already', async () => {
    const hours = 'schedule: { timezone: Europe/Paris, hours: { mon-fri: "09:00-18:00" } }';
    await api.call('POST', '/api/sequences', YAML.replace('limits:', `${hours}\nlimits:`));
    const now = Date.parse('2026-03-02T08:00:00Z');
    api.clock.set({ wall_origin: Date.now(), world_origin: now, speed: 1 });
    const simulation = async (more: object = {}) => {
      const asked = { leads: 10, days: 30, start: '2030-01-07', real_accounts: true, ...more };
      return (await api.call('POST', '/api/sequences/hello/simulate', asked)).body;
    };
    const free = await simulation();
    expect(free.by_day[0].date).toBe('2026-03-02');
    expect(free.by_day[0].actions.invite).toBe(10);
    const lead = { profile_url: 'https://professional.example/in/booked' };
    const { id } = (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead })).body;
    await api.db.query(
      `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
       select 'acc_anna', 'invite', $1, 'invite', n, '2026-03-02T14:00:00Z'::timestamptz + n * interval '1 minute', '2026-03-02', '2026-03-02', 'booked'
         from generate_series(1, 10) as n`,
      [id],
    );
    const full = await simulation();
    expect(full.by_day[0].actions.invite ?? 0).toBe(0);
    expect(full.by_day[1].actions.invite).toBe(10);
    // Without them it is as it was.
    expect((await simulation({ real_accounts: false, start: '2026-03-02' })).by_day[0].actions.invite).toBe(10);
  });

  it('sends from the accounts that are chosen in place of those that the sequence names', async () => {
    await api.call('POST', '/api/sequences', YAML.replace('10/day', '50/day'));
    await addAccount(api.db, 'acc_bert', 'professional');
    await addAccount(api.db, 'acc_cleo', 'professional');
    const simulation = (more: object = {}) =>
      api.call('POST', '/api/sequences/hello/simulate', { leads: 20, days: 30, real_accounts: true, ...more });
    const usedBy = async (more: object) =>
      (await simulation(more)).body.by_account.map(({ account }: { account: string }) => account);
    expect(await usedBy({})).toEqual(['acc_anna']);
    expect(await usedBy({ senders: { professional: ['acc_bert'] } })).toEqual(['acc_bert']);
    expect(await usedBy({ senders: { professional: ['acc_cleo', 'acc_bert'] } })).toEqual(['acc_cleo', 'acc_bert']);
    expect(await simulation({ senders: { professional: ['acc_mail'] } })).toMatchObject({
      status: 422,
      body: { code: 'unknown_account', errors: [{ field: 'senders.professional' }] },
    });
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

describe('POST /api/sequences/simulate', () => {
  it('answers for a text that nobody has published what it answers for the version of it', async () => {
    await api.call('POST', '/api/sequences', YAML);
    const question = { leads: 40, days: 20, seed: 4 };
    const published = await api.call('POST', '/api/sequences/hello/simulate', question);
    const text = await api.call('POST', '/api/sequences/simulate', { text: YAML, ...question });
    expect(text.status).toBe(200);
    expect(JSON.stringify(text.body)).toBe(JSON.stringify(published.body));
    expect(text.body.actions.invite).toBe(40);
  });

  it('refuses a text with mistakes, each with its place', async () => {
    const answer = await api.call('POST', '/api/sequences/simulate', { text: YAML.replace('- invite', '- invit') });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_sequence', diagnostics: [{ line: 6 }] } });
  });
});

describe('POST /api/sequences/test', () => {
  const TESTS = `sequence: hello
lead: { first_name: Ada, profile_url: https://professional.example/in/ada }
start: 2026-03-02 09:00
tests:
  - name: accepts
    events: [{ after invite + 1 day: accepted_invitation }]
    expect: [visit, invite, { end: accepted }]
  - name: says nothing
    expect: [visit, invite, { end: accepted }]
`;

  it('runs the tests of a text, and says of each what was expected and what came', async () => {
    const { status, body } = await api.call('POST', '/api/sequences/test', { text: YAML, tests: TESTS });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ passed: 1, failed: 1, diagnostics: [] },
      tests: [
        { name: 'accepts', ok: true, expected: ['visit', 'invite', { end: 'accepted' }] },
        { name: 'says nothing', ok: false, got: [expect.anything(), expect.anything(), { end: 'silent' }] },
      ],
    });
    expect(body.tests[1].reasons[0]).toContain('silent');
  });

  it('takes the published version where no text comes along', async () => {
    const missing = await api.call('POST', '/api/sequences/test', { tests: TESTS });
    expect(missing.body).toMatchObject({ passed: 0, failed: 1, diagnostics: [{ code: 'TST010', line: 1 }] });
    await api.call('POST', '/api/sequences', YAML);
    expect((await api.call('POST', '/api/sequences/test', { tests: TESTS })).body).toMatchObject({ passed: 1 });
  });

  it('says of tests that cannot be run where they are wrong, and of a text with mistakes the same', async () => {
    const tests = TESTS.replace('expect: [visit', 'expct: [visit');
    const answer = await api.call('POST', '/api/sequences/test', { text: YAML, tests });
    expect(answer.body).toMatchObject({ passed: 0, failed: 1 });
    expect(answer.body.diagnostics[0]).toMatchObject({ line: 5, fix: expect.any(String) });
    const text = YAML.replace('- visit', '- visti');
    expect(await api.call('POST', '/api/sequences/test', { text, tests: TESTS })).toMatchObject({
      status: 422,
      body: { code: 'invalid_sequence' },
    });
  });

  it('has an example that passes', async () => {
    const { body } = OPERATIONS.testSequence.example;
    expect((await api.call('POST', '/api/sequences/test', body)).body).toMatchObject({ passed: 1, failed: 0 });
  });
});
