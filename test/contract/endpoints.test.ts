import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { MANAGEMENT } from '../../src/v2/contract/endpoints.ts';
import { ABSENT_IS_REQUIRED, validationMessage } from '../../src/v2/contract/validation-message.ts';

function check<Schema extends z.ZodType>(location: string, schema: Schema, value: unknown): z.output<Schema> | string {
  const parsed = schema.safeParse(value, ABSENT_IS_REQUIRED);
  return parsed.success ? parsed.data : validationMessage(location, parsed.error);
}
const list = (query: unknown) => check('query', MANAGEMENT.list_logs.query, query);
const login = (body: unknown) => check('body', MANAGEMENT.login.body, body);
const link = (body: unknown) => check('body', MANAGEMENT.connect_link.body, body);

describe('the query of the log list', () => {
  it('defaults to the first fifty', () => {
    expect(list({})).toEqual({ limit: 50, offset: 0 });
    expect(list({ limit: '200', offset: '3' })).toEqual({ limit: 200, offset: 3 });
  });

  it.each(['0', '201', '1.5', 'ten', '', '-1', ['1', '2']])('refuses a limit of %j and says where', (limit) => {
    expect(list({ limit })).toMatch(/^query\.limit: /);
  });

  it('takes dates and datetimes; a date at the end includes its whole day', () => {
    const day = Date.UTC(2026, 2, 5);
    expect(list({ date_from: '2026-03-05', date_to: '2026-03-05' })).toMatchObject({
      date_from: day,
      date_to: day + 86_400_000,
    });
    expect(list({ date_from: '2026-03-05T10:00:00', date_to: '2026-03-05T10:00:00+02:00' })).toMatchObject({
      date_from: day + 36_000_000,
      date_to: day + 28_800_001,
    });
  });

  it.each(['2026-02-30', 'yesterday', '2026-13-01', '5'])('refuses %j as a date', (date_from) => {
    expect(list({ date_from })).toMatch(/^query\.date_from: must be a date/);
  });
});

describe('the login body', () => {
  it('is professional where it does not say, and leaves the other defaults to new accounts', () => {
    const body = { email: 'ada@mail.example', password: 'x' };
    expect(login(body)).toEqual({ platform: 'professional', ...body });
  });

  it('takes a token instead of a password, and needs one of them', () => {
    expect(login({ login_token: 't' })).toMatchObject({ login_token: 't' });
    expect(login({ email: 'ada@mail.example' })).toMatch(/email and password are required, or login_token/);
  });

  it('takes GB for UK and refuses countries beside the list', () => {
    expect(login({ login_token: 't', country: 'gb' })).toMatchObject({ country: 'UK' });
    expect(login({ login_token: 't', country: 'JP' })).toMatch(/^body\.country: /);
    expect(check('body', MANAGEMENT.set_country.body, { country: 'JP' })).toEqual({ country: 'JP' });
    expect(check('body', MANAGEMENT.set_country.body, { country: 'uk' })).toEqual({ country: 'GB' });
    expect(check('body', MANAGEMENT.set_country.body, { country: 'ZZ' })).toMatch(/^body\.country: /);
  });

  it('needs what its channel needs', () => {
    expect(login({ platform: 'messenger' })).toBe('body.phone_number: is required');
    expect(login({ platform: 'email', email: 'ada@mail.example' })).toBe(
      'body.password: is required, or access_token, or refresh_token',
    );
    expect(login({ platform: 'fax' })).toMatch(/^body\.platform: /);
    expect(login('text')).toMatch(/^body: /);
  });
});

describe('the body of a connection link', () => {
  it('offers one channel, some, or all', () => {
    expect(link({ platforms: ['email', 'professional'] })).toMatchObject({ platforms: ['email', 'professional'] });
    expect(link({ platforms: 'messenger' })).toMatchObject({ platforms: ['messenger'] });
    expect(link({ platform: '*' })).toMatchObject({ platforms: ['professional', 'messenger', 'email'] });
    expect(link({ platforms: 'fax' })).toMatch(/^body\.platforms: /);
  });

  it.each([59, 604_801, 60.5])('refuses a lifetime of %d seconds', (expires_in) => {
    expect(link({ expires_in })).toMatch(/^body\.expires_in: /);
  });

  it('leads to web addresses only', () => {
    for (const field of ['success_url', 'failure_url', 'notify_url']) {
      expect(link({ [field]: 'javascript:alert(1)' })).toBe(`body.${field}: must be an http or https URL`);
    }
  });

  it('locks a country of the login', () => {
    expect(link({ country: 'gb' })).toMatchObject({ country: 'UK' });
    expect(link({ country: 'JP' })).toMatch(/^body\.country: /);
  });
});

describe('the bodies of webhooks', () => {
  const create = (body: unknown) => check('body', MANAGEMENT.create_webhook.body, body);

  it('subscribe to all incoming events, unsigned and retried, where they do not say', () => {
    expect(create({ account_id: 'acc_1' })).toEqual({
      account_id: 'acc_1',
      events: ['all'],
      retry: true,
      enable_signature: false,
      message_type: 'incoming',
    });
  });

  it('refuse filters and directions that do not exist', () => {
    expect(create({ account_id: 'acc_1', events: ['message'] })).toMatch(/^body\.events/);
    expect(create({ account_id: 'acc_1', events: [] })).toMatch(/^body\.events/);
    expect(create({ account_id: 'acc_1', message_type: 'sent' })).toMatch(/^body\.message_type/);
  });

  it('replay one event or a whole range', () => {
    const replay = (body: unknown) => check('body', MANAGEMENT.replay_events.body, body);
    expect(replay({ event_id: 'evt_1' })).toMatchObject({ event_id: 'evt_1' });
    expect(replay({ from: '2026-03-05', to: '2026-03-06', only_failed: true })).toMatchObject({ only_failed: true });
    expect(replay({ from: '2026-03-05' })).toMatch(/event_id is required, or from and to/);
  });
});
