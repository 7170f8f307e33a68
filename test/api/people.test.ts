import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteAddressReports } from '../../src/runtime/store/addresses/address-reports.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { email, happens, message } from '../events/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

const ODD_TAGS = ['a,b', 'x"y', '{z}', 'NULL'];

let api: ApiBench;
const enrollments: Record<string, { readonly id: string; readonly lead_id: string }> = {};

async function enroll(name: string, sequence: string, lead: Record<string, unknown>): Promise<void> {
  const named = ada({ first_name: name, profile_url: `https://professional.example/in/${name}`, ...lead });
  const { status, body } = await api.call('POST', '/api/enrollments', { sequence, lead: named });
  expect(status, JSON.stringify(body)).toBe(201);
  enrollments[`${name} in ${sequence}`] = body;
}
const enrollmentOf = (name: string) => enrollments[name] ?? expect.fail(`nobody is ${name}`);

beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  await addSequence(api.db, 'later');
  await enroll('Ada', 'hello', { email: 'ada@mail.acme.example', company: 'Acme' });
  await enroll('Ben', 'hello', { email: 'ben@other.example', company: 'Other  Works' });
  await enroll('Cem', 'later', { email: 'cem@third.example' });
  const set = (name: string, values: string) =>
    api.db.query(`update enrollments set ${values} where id = $1`, [enrollmentOf(name).id]);
  await set('Ada in hello', `status = 'finished', node = 'thanks', outcome = 'completed', finished_at = now()`);
  await enroll('Ada', 'later', {});
  await set(
    'Ada in later',
    `status = 'active', node = 'invite', replied_at = now(), waiting_kind = 'time', waiting_text = 'a day'`,
  );
  await set('Ben in hello', `status = 'active', node = 'visit', senders = '{"professional": "acc_other"}'`);
  await set(
    'Cem in later',
    `status = 'active', node = 'wish', started_at = now(), waiting_kind = 'slot', waiting_text = 'full', waiting_detail = '{"limit_class": "invite"}'`,
  );
  await api.db.query(`update leads set tags = '{warm}' where first_name = 'Ada'`);
  await api.db.query(`update leads set tags = $1 where first_name = 'Ben'`, [ODD_TAGS]);
  const at = new Date(api.clock.now());
  const line = { enrollment_id: enrollmentOf('Ben in hello').id, at, node: 'pick', type: 'branch' };
  await addLine(api.db, { ...line, title: 'Takes arm short', detail: { arm: 'short' } });
});
afterAll(() => api.close());

async function namesOf(query: string): Promise<string[]> {
  const { status, body } = await api.call('GET', `/api/leads?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items.map((item: { first_name: string }) => item.first_name);
}

describe('the list of people', () => {
  it.each([
    ['sequence=hello', ['Ben', 'Ada']],
    ['sequence=later', ['Cem', 'Ada']],
    ['status=active', ['Cem', 'Ben', 'Ada']],
    ['outcome=completed', ['Ada']],
    ['node=visit', ['Ben']],
    ['account_id=acc_other', ['Ben']],
    ['waiting_on=acc_anna', ['Cem']],
    ['waiting_on=acc_other', []],
    ['arm=short', ['Ben']],
    ['arm=long', []],
    ['replied=true', ['Ada']],
    ['replied=false', ['Cem', 'Ben', 'Ada']],
    ['tag=warm', ['Ada']],
    ['tag=cold', []],
    ['tag=a', []],
    ...ODD_TAGS.map((tag): [string, string[]] => [`tag=${encodeURIComponent(tag)}`, ['Ben']]),
    // Whoever has ended is found at the step at which they did.
    ['node=thanks', ['Ada']],
    ['node=thanks&status=finished', ['Ada']],
    ['node=thanks&status=active', []],
    ['campaign_id=cmp_none', []],
    ['sequence=hello&sort=created_at', ['Ada', 'Ben']],
    ['q=lovelace&sequence=hello&account_id=acc_other', ['Ben']],
    ['q=ada&tag=warm&replied=true', ['Ada']],
  ])('with %s has %j', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  it('asks all that is asked about an enrollment of one and the same', async () => {
    expect(await namesOf('sequence=later&node=invite')).toEqual(['Ada']);
    expect(await namesOf('sequence=hello&node=invite')).toEqual([]);
  });

  it.each([
    [{ email: 'ada@mail.acme.example' }, 'Ada'],
    [{ domain: 'acme.example' }, 'Ada'],
    [{ company: 'other works' }, 'Ben'],
    [{ profile_url: 'https://professional.example/in/cem' }, 'Cem'],
    [{ domain: 'me.example' }, null],
  ])('knows who is on the do-not-contact list by %j', async (name, who) => {
    const { id } = (await api.call('POST', '/api/suppressions', name)).body;
    const suppressed = await namesOf('suppressed=true');
    const others = await namesOf('suppressed=false');
    const people = (await api.call('GET', '/api/leads')).body.items as { id: string; first_name: string }[];
    const found: string[] = [];
    for (const person of people) {
      const { body } = await api.call('GET', `/api/leads/${person.id}`);
      if (body.do_not_contact !== null) found.push(body.first_name);
    }
    await api.call('DELETE', `/api/suppressions/${id}`);
    expect(suppressed).toEqual(who === null ? [] : [who]);
    expect(others).toEqual(['Cem', 'Ben', 'Ada'].filter((one) => one !== who));
    expect(found).toEqual(suppressed);
  });

  it.each([
    ['suppressed=maybe', 'suppressed'],
    ['status=asleep', 'status'],
    ['node=', 'node'],
    ['version=one', 'version'],
  ])('refuses %s and names the field', async (query, field) => {
    const answer = await api.call('GET', `/api/leads?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_query', errors: [{ field }] } });
  });
});

describe('a person', () => {
  it('is shown with every name, every enrollment and why it stands where it does', async () => {
    const later = enrollmentOf('Ada in later');
    const { body } = await api.call('GET', `/api/leads/${later.lead_id}`);
    expect(body).toMatchObject({
      ...{ id: later.lead_id, first_name: 'Ada', tags: ['warm'], do_not_contact: null },
      identities: [
        { kind: 'email', value: 'ada@mail.acme.example' },
        { kind: 'slug', value: 'ada' },
      ],
      enrollments: [
        {
          id: later.id,
          lead_id: later.lead_id,
          status: 'active',
          node: 'invite',
          waiting_for: { kind: 'time', text: 'a day' },
        },
        { sequence: 'hello', status: 'finished', outcome: 'completed' },
      ],
    });
  });

  it('is shown with what both sides wrote on every channel, in order, and whose turn it is', async () => {
    const { id, lead_id } = enrollmentOf('Ada in hello');
    const send = (
      node: string,
      at: string,
      account: string,
      action: string,
      limit_class: string,
      state: string,
      params: object,
    ) =>
      api.db.query(
        `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
         values ($1 || '/' || $2 || '/1', $1, $2, 1, $3, 'any', $4, $5, $6, $7, $8)`,
        [id, node, account, action, limit_class, state, JSON.stringify({ params }), at],
      );
    const comes = async (event: Record<string, unknown> & { event_id: string }, at: string) => {
      await happens(api, event);
      await api.db.query('update events set occurred_at = $2 where event_id = $1', [event.event_id, at]);
    };
    const note = { message_text: 'Shall we connect?' };
    const html = { subject: 'On-call load', html: '<p>Hi <b>Ada</b></p>' };
    await send('invite', '2026-01-05T09:00:00Z', 'acc_anna', 'invite', 'invite', 'done', note);
    await send('bare', '2026-01-05T10:00:00Z', 'acc_anna', 'invite', 'invite', 'done', {});
    await send('mail', '2026-01-06T09:00:00Z', 'acc_mail', 'send', 'email', 'done', html);
    await send('lost', '2026-01-06T10:00:00Z', 'acc_mail', 'send', 'email', 'unknown', html);
    const from = { sender: { name: 'Ada', email: 'ada@mail.acme.example', is_self_sent: false } };
    const answer = email({ ...from, message_text: 'Yes, gladly\n\nOn Mon, Anna wrote:\n> Hi Ada' });
    await comes(answer, '2026-01-08T09:00:00Z');
    // Told of once more, under another name.
    await comes({ ...answer, event_id: 'evt_told_again' }, '2026-01-08T09:00:00Z');
    const profile = 'https://professional.example/in/Ada';
    await comes(message(profile, { message_text: 'I wrote you a mail' }), '2026-01-08T10:00:00Z');
    await comes(message(profile, { message_text: 'Did it arrive?' }), '2026-01-08T11:00:00Z');

    const { body } = await api.call('GET', `/api/leads/${lead_id}`);
    expect(body.history).toMatchObject([
      { by: 'us', channel: 'invitation', text: 'Shall we connect?', step: { node: 'invite', sequence: 'hello' } },
      { by: 'us', channel: 'email', subject: 'On-call load', text: 'Hi Ada', step: { enrollment_id: id } },
      { by: 'them', channel: 'email', text: 'Yes, gladly', quoted: expect.stringContaining('> Hi Ada'), step: null },
      { by: 'them', channel: 'message', text: 'I wrote you a mail', automatic: false },
      { by: 'them', channel: 'message', text: 'Did it arrive?' },
    ]);
    expect(body.conversations).toMatchObject([
      {
        ...{ account_id: 'acc_anna', messages: 3, last_message: { by: 'them', text: 'Did it arrive?' } },
        waiting: { for: 'us', since: '2026-01-08T10:00:00.000Z' },
      },
      { account_id: 'acc_mail', messages: 2, waiting: { for: 'us', since: '2026-01-08T09:00:00.000Z' } },
    ]);
    expect(body.earlier).toBe(0);
    const other = await api.call('GET', `/api/leads/${enrollmentOf('Ben in hello').lead_id}`);
    expect(other.body).toMatchObject({ conversations: [], history: [], earlier: 0 });
  });

  it('who is on the do-not-contact list is shown with why', async () => {
    const entry = (await api.call('POST', '/api/suppressions', { domain: 'third.example', reason: 'a rival' })).body;
    const { body } = await api.call('GET', `/api/leads/${enrollmentOf('Cem in later').lead_id}`);
    await api.call('DELETE', `/api/suppressions/${entry.id}`);
    expect(body.do_not_contact).toEqual({ id: entry.id, kind: 'domain', reason: 'a rival' });
    expect(body.enrollments).toMatchObject([{ sequence: 'later' }]);
  });

  it('whose address is bad is shown with what came back and when, until somebody clears it', async () => {
    const { lead_id } = enrollmentOf('Cem in later');
    const report = { address: 'cem@third.example', kind: 'bounce', reason: '550 5.1.1 no such user' } as const;
    await noteAddressReports(api.db, [{ ...report, at: new Date('2026-11-02T08:00:00Z'), account_id: 'acc_mail' }]);
    const { body } = await api.call('GET', `/api/leads/${lead_id}`);
    expect(body.address_report).toEqual({ ...report, at: '2026-11-02T08:00:00.000Z' });
    await api.call('DELETE', '/api/address-reports/Cem@third.example');
    expect((await api.call('GET', `/api/leads/${lead_id}`)).body.address_report).toBeNull();
  });

  it('of whom nothing is known is not there', async () => {
    expect(await api.call('GET', '/api/leads/lead_none')).toMatchObject({
      status: 404,
      body: { code: 'unknown_person' },
    });
  });
});
