import { afterAll, beforeAll, expect, it } from 'vitest';
import { admitLeads } from '../../src/runtime/enroll/admission/admit-leads.ts';
import { openAdmission } from '../../src/runtime/enroll/enroll-lead.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { envelope, happens, message } from '../events/fixtures.ts';
import { checkAll, eraseAll, erasingOf, searchEverywhere } from './fixtures.ts';

const CANARY = {
  profile_url: 'https://professional.example/in/zebulina-quackenbush-77',
  first_name: 'Zebulina',
  last_name: 'Quackenbush',
  email: 'zebulina@quackenbush-canary.example',
  phone_number: '+44 20 7946 0917',
  company: 'Quackenbush Canaries',
  vars: { hobby: 'zeppelinography' },
};
const WORDS = ['zebulina', 'quackenbush', '7946 0917', '79460917', 'zeppelinography', 'ACoAAZEBULINA', 'flummoxing'];
const ID_URL = 'https://professional.example/in/ACoAAZEBULINA123456789';

let api: ApiBench;
let enrollment: { readonly id: string; readonly lead_id: string };
let receipt: { readonly receipt_id: string; readonly subject: { readonly names: string[] }; readonly kept: object[] };

beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  await addSequence(api.db, 'later');
  const made = await api.call(
    'POST',
    '/api/enrollments',
    { sequence: 'hello', lead: CANARY },
    { headers: { 'idempotency-key': 'canary' } },
  );
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  enrollment = made.body;
  await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada({ email: 'ada@acme.example' }) });
  await learnIdentities(api.db, enrollment.lead_id, [{ kind: 'profile_id', value: 'ACoAAZEBULINA123456789' }]);
  await happens(
    api,
    message(ID_URL, {
      sender: { name: 'Zebulina Quackenbush', profile_url: ID_URL },
      message_text: 'What a flummoxing offer',
    }),
  );
  await addLine(api.db, {
    enrollment_id: enrollment.id,
    at: new Date(),
    node: 'visit',
    type: 'done',
    title: 'Visits Zebulina Quackenbush',
  });
  const other = await api.db.query<{ id: string }>('select id from enrollments where id <> $1', [enrollment.id]);
  await addLine(api.db, {
    ...{ enrollment_id: other.rows[0]?.id ?? '', at: new Date(), node: 'visit', type: 'note' },
    title: 'Says to ask Zebulina Quackenbush (zebulina@quackenbush-canary.example), too',
  });
  await api.db.query(
    `insert into holds (scope, target, state, note, at) values ('account', 'acc_none', 'paused', 'as Quackenbush,\nZebulina wished, +44 (0)20 7946 0917', now())`,
  );
  await api.db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, error_text, created_at)
     values ($1, $2, 'invite', 1, 'acc_anna', 'network', 'invite', 'invite', 'unknown', $3, 'no answer for zebulina', now())`,
    [
      `${enrollment.id}/invite/1`,
      enrollment.id,
      JSON.stringify({ account_id: 'acc_anna', params: { message_text: 'Hi Zebulina' } }),
    ],
  );
});
afterAll(() => api.close());

it('the person is found in many places before', async () => {
  const found = await searchEverywhere(api.db, WORDS);
  expect(found).toEqual(
    expect.arrayContaining([
      'leads.email',
      'identities.value',
      'events.payload',
      'intents.request',
      'timeline.title',
      'holds.note',
    ]),
  );
});

it('their export holds every row of theirs', async () => {
  const { status, body } = await api.call('GET', `/api/leads/${enrollment.lead_id}/export`);
  expect(status).toBe(200);
  expect(Object.keys(body.held).sort()).toEqual([
    'audit_log',
    'enrollments',
    'events',
    'identities',
    'intents',
    'leads',
    'outbox',
    'timeline',
  ]);
  expect(JSON.stringify(body)).toContain('flummoxing');
  expect(body.held.leads).toMatchObject([{ email: CANARY.email }]);
});

it('a dry run says what would be erased, and changes nothing', async () => {
  const { status, body } = await api.call('DELETE', `/api/leads/${enrollment.lead_id}?dry_run=true`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ dry_run: true, receipt: null });
  expect(body.erased).toEqual(expect.arrayContaining([{ what: 'leads', count: 1 }]));
  expect((await api.call('GET', `/api/leads/${enrollment.lead_id}`)).status).toBe(200);
});

it('when the erasure is answered, the person is unknown, the enrollment has stopped without them, and nobody enrolls them', async () => {
  const { status, body } = await api.call('DELETE', `/api/leads/${enrollment.lead_id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ status: 'running', receipt: null });
  receipt = body;
  expect((await api.call('GET', `/api/leads/${enrollment.lead_id}`)).status).toBe(404);
  const stopped = await api.call('GET', `/api/enrollments/${enrollment.id}`);
  expect(stopped.body).toMatchObject({ status: 'finished', outcome: 'stopped', lead: null, lead_id: null });
  for (const lead of [
    CANARY,
    { email: 'ZEBULINA@quackenbush-canary.example', first_name: 'Z' },
    { phone_number: '0044 20 7946 0917', first_name: 'Z' },
    { profile_url: ID_URL, first_name: 'Z' },
  ]) {
    const again = await api.call('POST', '/api/enrollments', { sequence: 'later', lead });
    expect(again.status, JSON.stringify(again.body)).toBe(409);
    expect(again.body.code).toBe('suppressed');
  }
});

it('a row that brings them is refused as theirs, whatever else it lacks, so that nothing of it is kept', async () => {
  const admission = await openAdmission(api.deps, 'later', null);
  if (admission.kind === 'refused') throw new Error(admission.message);
  const rows = [{ lead: { email: CANARY.email } }, { lead: { email: 'somebody@acme.example' } }];
  const admitted = await api.db.transaction((tx) => admitLeads(tx, admission, rows, Date.now()));
  expect(admitted).toMatchObject([{ code: 'suppressed', erased: true }, { code: 'missing' }]);
});

it('nothing of them is left in any row, and the receipt is signed', async () => {
  await eraseAll(erasingOf(api));
  expect(await searchEverywhere(api.db, WORDS)).toEqual([]);
  const { body } = await api.call('GET', `/api/erasures/${receipt.receipt_id}`);
  expect(body).toMatchObject({ status: 'done', last_error: null });
  receipt = body.receipt;
  expect(receipt.kept.map((one) => 'what' in one && one.what)).toContain('the V2 service at http://v2.example');
  for (const word of WORDS) expect(JSON.stringify(receipt).toLowerCase()).not.toContain(word.toLowerCase());
});

it('an event of theirs that comes later is kept without a word, and by its id', async () => {
  const late = message(ID_URL, {
    sender: { name: 'Zebulina Quackenbush', profile_url: ID_URL },
    message_text: 'Flummoxing again',
  });
  await happens(api, late);
  const { rows } = await api.db.query('select state, payload, keys, lead_id from events where event_id = $1', [
    late.event_id,
  ]);
  expect(rows).toEqual([{ state: 'ignored', payload: {}, keys: [], lead_id: null }]);
  expect(await searchEverywhere(api.db, WORDS)).toEqual([]);
});

it('a mail to them that comes back later is no report of their address, and one to somebody else is', async () => {
  const bounced = (address: string) =>
    envelope(
      'email_bounced',
      { bounce_kind: 'hard', bounce_status: '5.1.1', bounced_recipient: address, original_message_id: null },
      { account_id: 'acc_mail', platform: 'email' },
    );
  await happens(api, bounced(CANARY.email), bounced('bea@acme.example'));
  const { rows } = await api.db.query('select address from address_reports');
  expect(rows).toEqual([{ address: 'bea@acme.example' }]);
  expect(await searchEverywhere(api.db, WORDS)).toEqual([]);
});

it('the receipt holds when everything is looked through again, and no more once the person is back', async () => {
  const asked = await api.call('POST', '/api/erasure-checks', { receipt });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  await checkAll(api);
  expect((await api.call('GET', `/api/erasure-checks/${asked.body.id}`)).body).toMatchObject({
    status: 'done',
    ok: true,
    found: [],
  });

  await api.db.query(`update holds set note = 'call Zebulina Quackenbush back'`);
  await api.db.query(
    `insert into leads (id, email, vars, created_at, updated_at) values ('lead_back', $1, '{}', now(), now())`,
    [CANARY.email],
  );
  await api.db.query(`update intents set erased = false where enrollment_id = $1`, [enrollment.id]);
  await api.db.query(`update intents set request = '{"params": {"message_text": "Hi"}}' where enrollment_id = $1`, [
    enrollment.id,
  ]);
  const again = await api.call('POST', '/api/erasure-checks', { receipt });
  await checkAll(api);
  const { body } = await api.call('GET', `/api/erasure-checks/${again.body.id}`);
  expect(body.ok).toBe(false);
  expect(body.found).toEqual(
    expect.arrayContaining([
      { where: 'holds.note', count: 1 },
      { where: 'leads.email', count: 1 },
      { where: 'intents', count: 1 },
    ]),
  );
});

it('a receipt that somebody has changed is none', async () => {
  const { status, body } = await api.call('POST', '/api/erasure-checks', { receipt: { ...receipt, kept: [] } });
  expect([status, body.code]).toEqual([422, 'receipt_not_genuine']);
});
