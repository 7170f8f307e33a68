import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiDeps } from '../../src/app/api/context.ts';
import { type ApiBench, openApi } from './fixtures.ts';

type Sent = Parameters<NonNullable<ApiDeps['sendToSelf']>>;

let api: ApiBench;
let sent: Sent[];
let answer: Awaited<ReturnType<NonNullable<ApiDeps['sendToSelf']>>>;

const SEQUENCE = `sequence: letters
limits: { invites: 5/day, emails: 20/day }
vars: { team: Core, score: 0 }
steps:
  - id: note
    invite: "Hi {{ first_name }}, join {{ team }}?"
  - id: first
    email:
      subject: "For {{ first_name }}"
      text: "Dear {{ first_name }} {{ last_name }}, greetings from {{ sender.email }}."
      to: "boss@{{ company }}.example"
      bcc: [crm@firm.example]
  - id: pause
    wait: 1 day
  - end: done
`;

beforeEach(async () => {
  sent = [];
  answer = { kind: 'success' };
  api = await openApi({
    sendToSelf: async (...asked) => {
      sent.push(asked);
      return answer;
    },
  });
  await api.db.query(`update accounts set email = 'Anna@Agency.example' where id = 'acc_mail'`);
  expect((await api.call('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
});
afterEach(() => api.close());

const ADA = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@people.example', company: 'acme' };
const test = (body: object, query = '') => api.call('POST', `/api/sequences/letters/send-test${query}`, body);

describe('a test of a text', () => {
  it('goes to the own address of the mailbox, whatever the step and the person say', async () => {
    const { status, body } = await test({ node: 'first', lead: ADA });
    expect(status).toBe(200);
    const text = 'Dear Ada Lovelace, greetings from Anna@Agency.example.';
    expect(body).toMatchObject({ to: 'anna@agency.example', subject: '[Test] For Ada', text, sent: true });
    expect(sent).toEqual([
      ['acc_mail', { to: 'anna@agency.example', subject: '[Test] For Ada', text, html: null, key: expect.any(String) }],
    ]);
  });

  it('renders a text of any channel, for a person who is known, with other fields over theirs', async () => {
    const lead = { profile_url: 'ada', ...ADA };
    const enrolled = await api.call('POST', '/api/enrollments', { sequence: 'letters', lead });
    const lead_id = enrolled.body.lead_id;
    expect((await test({ node: 'note', lead_id })).body).toMatchObject({
      subject: '[Test] letters, step note',
      text: 'Hi Ada, join Core?',
    });
    expect((await test({ node: 'note', lead_id, lead: { first_name: 'Eve' } })).body.text).toBe('Hi Eve, join Core?');
    expect(sent.map(([, { to }]) => to)).toEqual(Array(2).fill('anna@agency.example'));
  });

  it('reads variables as their defaults declare them, and refuses what is something else', async () => {
    const lead = { ...ADA, profile_url: 'ada' };
    expect((await test({ node: 'note', lead, vars: { team: 7, score: '10' } })).body.text).toBe('Hi Ada, join 7?');
    const { status, body } = await test({ node: 'note', lead, vars: { score: 'ten' } });
    expect([status, body.code, body.errors]).toEqual([
      ...[422, 'invalid_body'],
      [
        {
          field: 'vars',
          message: 'score must be a number, as its default 0 is: "ten" is none; write it like 10 or 12.5',
        },
      ],
    ]);
  });

  it('is only shown in a dry run', async () => {
    expect((await test({ node: 'first', lead: ADA }, '?dry_run=true')).body).toMatchObject({ sent: false });
    expect(sent).toEqual([]);
  });

  it('is not sent to an address that a lead has, though the mailbox has it too', async () => {
    const lead = { ...ADA, email: 'anna@agency.example', profile_url: 'anna' };
    await api.call('POST', '/api/enrollments', { sequence: 'letters', lead });
    const refused = await test({ node: 'first', lead: ADA });
    expect([refused.status, refused.body.code]).toEqual([409, 'address_of_a_lead']);
    expect(sent).toEqual([]);
  });

  it('says what is wrong: no value, no text, no mailbox, several, unknown fields and people', async () => {
    const code = async (body: object) => {
      const { status, body: problem } = await test(body);
      return [status, problem.code];
    };
    const missing = await test({ node: 'first', lead: { first_name: 'Ada' } });
    expect(missing.body).toMatchObject({ code: 'missing_variable', errors: [{ field: 'lead.last_name' }] });
    const none = await test({ node: 'pause' });
    expect(none.body).toMatchObject({ code: 'no_text', errors: [{ field: 'node' }] });
    expect(none.body.detail).toContain('note, first');
    expect(await code({ node: 'first', lead: { to: 'eve@people.example' } })).toEqual([422, 'invalid_body']);
    expect(await code({ node: 'first', to: 'eve@people.example' })).toEqual([422, 'invalid_body']);
    expect(await code({ node: 'first', lead_id: 'lead_none' })).toEqual([404, 'unknown_person']);
    expect(await code({ node: 'first', lead: ADA, account_id: 'acc_anna' })).toEqual([409, 'no_mailbox']);
    expect((await api.call('POST', '/api/sequences/none/send-test', { node: 'first' })).status).toBe(404);
    await api.db.query(`update accounts set platform = 'email' where id = 'acc_anna'`);
    expect(await code({ node: 'first', lead: ADA })).toEqual([409, 'several_mailboxes']);
    answer = { kind: 'refused', message: 'the mailbox is full' };
    const refused = await test({ node: 'first', lead: ADA, account_id: 'acc_mail' });
    expect([refused.status, refused.body.code]).toEqual([502, 'not_sent']);
    // Nobody can tell whether it went, so it was written down before.
    const lines = (await api.call('GET', '/api/audit-log')).body.items;
    expect(lines.map(({ operation }: { operation: string }) => operation)).toEqual(['sendTest', 'publishSequence']);
    expect(lines[0].sentence).toContain('asked for a test mail of “Email” of letters, version 1, to the mailbox');
  });

  it('needs the scope send', async () => {
    const { body } = await api.call('POST', '/api/keys', { name: 'w', scopes: ['write'] });
    const asked = { node: 'first', lead: ADA };
    expect((await api.call('POST', '/api/sequences/letters/send-test', asked, { key: body.key })).status).toBe(403);
  });
});
