import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow, sent } from '../conversations/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import { NAUGHTY } from '../support/naughty-strings.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;

async function enroll(name: string, more: Record<string, unknown> = {}) {
  const lead = ada({ first_name: name, profile_url: `https://professional.example/in/${name}`, ...more });
  const { status, body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { readonly id: string; readonly lead_id: string };
}

const urlOf = (name: string) => `https://professional.example/in/${name}`;

async function list(
  query = '',
): Promise<{ items: Record<string, unknown>[]; next_cursor: string | null; count?: unknown }> {
  const { status, body } = await api.call('GET', `/api/conversations?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const namesOf = async (query: string) =>
  (await list(query)).items.map(({ lead, account_id }) => {
    const { first_name } = lead as { first_name: string };
    return account_id === 'acc_anna' ? first_name : `${first_name} by mail`;
  });

beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  await api.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at) values ('cmp_1', 'Spring', 'hello', 1, '{}', 'x', 'running', now())`,
  );
  const [adaOne, ben] = [
    await enroll('Ada', { email: 'ada@mail.example', company: 'Müller & Søn' }),
    await enroll('Ben'),
  ];
  await enroll('Cem');
  await api.db.query(`update enrollments set campaign_id = 'cmp_1' where id = $1`, [ben.id]);
  const minutes = (ago: number) => new Date(Date.now() - ago * 60_000);
  await sent(api, adaOne.id, { at: minutes(50) });
  await sent(api, adaOne.id, {
    at: minutes(40),
    account_id: 'acc_mail',
    limit_class: 'email',
    params: { subject: 'Hello', html: '<p>Our offer</p>' },
  });
  await sent(api, ben.id, { at: minutes(30) });
  await happens(
    api,
    message(urlOf('Cem'), { message_text: 'Écrivez-moi 日本語で' }),
    message(urlOf('Ada'), { message_text: 'Gladly, on Monday' }),
  );
  const at = (name: string, ago: number) =>
    api.db.query(`update events set occurred_at = $2 where payload #>> '{event,sender,profile_url}' = $1`, [
      urlOf(name),
      minutes(ago),
    ]);
  await at('Cem', 20);
  await at('Ada', 10);
  await api.db.query(`insert into conversation_changes (lead_id) select id from leads`);
  await follow(api);
  const set = (name: string, values: string) =>
    api.db.query(
      `update conversations set ${values} where account_id = 'acc_anna' and lead_id = (select id from leads where first_name = $1)`,
      [name],
    );
  await set(
    'Cem',
    `assignee = 'grace', label = 'booked', labeled_at = now(), state = 'snoozed', snoozed_until = '2100-01-01', unread = 0`,
  );
});
afterAll(() => api.close());

describe('the list of conversations', () => {
  it.each([
    ['', ['Ada', 'Cem', 'Ben', 'Ada by mail']],
    ['sort=last_message_at', ['Ada by mail', 'Ben', 'Cem', 'Ada']],
    ['state=open', ['Ada']],
    ['state=snoozed', ['Cem']],
    ['state=done', ['Ben', 'Ada by mail']],
    ['unread=true', ['Ada']],
    ['unread=false', ['Cem', 'Ben', 'Ada by mail']],
    ['channel=email', ['Ada by mail']],
    ['channel=message', ['Ada', 'Cem', 'Ben']],
    ['channel=messenger', []],
    ['account_id=acc_mail', ['Ada by mail']],
    ['campaign_id=cmp_1', ['Ben']],
    ['campaign_id=cmp_none', []],
    ['label=booked', ['Cem']],
    ['label=none', ['Ada', 'Ben', 'Ada by mail']],
    ['assignee=grace', ['Cem']],
    ['assignee=none&state=open', ['Ada']],
    ['waiting_for=us', ['Ada', 'Cem']],
    ['waiting_for=them', ['Ben', 'Ada by mail']],
    ['q=MONDAY', ['Ada']],
    ['q=mon%20glad', ['Ada']],
    ['q=muller', ['Ada', 'Ada by mail']],
    ['q=ecriv', ['Cem']],
    ['q=%E6%9C%AC', ['Cem']],
    ['q=ada@mail.example', ['Ada', 'Ada by mail']],
    ['q=offer', ['Ada by mail']],
    ['q=onday', []],
    ['q=lovelace&waiting_for=us', ['Ada', 'Cem']],
    ['q=lovelace&unread=true', ['Ada']],
    ['q=mon%20glad&unread=false', []],
    ['q=ecriv&unread=false', ['Cem']],
    ['q=ecriv&unread=false&state=snoozed', ['Cem']],
    ['q=ecriv&unread=true', []],
  ])('with %s has %j', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  it('says whose words came last, and who waits for whom', async () => {
    const [first] = (await list('state=open')).items;
    expect(first).toMatchObject({
      ...{
        account_id: 'acc_anna',
        channels: ['message'],
        state: 'open',
        unread: 1,
        messages: 2,
        assignee: null,
        label: null,
        suggested_label: 'interested',
      },
      last_message: { by: 'them', channel: 'message', text: 'Gladly, on Monday', automatic: false },
      waiting: { for: 'us' },
      lead: { first_name: 'Ada', company: 'Müller & Søn' },
    });
  });

  it('counts them and cuts their fields', async () => {
    expect(await list('count=true&fields=id&limit=1')).toMatchObject({
      count: { value: 4, exact: true },
      items: [{ id: expect.any(String) }],
    });
    expect(Object.keys((await list('fields=id&limit=1')).items[0] ?? {})).toEqual(['id']);
  });

  it.each([
    ['state=closed', 'state'],
    ['unread=maybe', 'unread'],
    ['channel=pigeon', 'channel'],
    ['account_id=', 'account_id'],
    ['campaign_id=', 'campaign_id'],
    ['label=', 'label'],
    ['assignee=', 'assignee'],
    ['waiting_for=me', 'waiting_for'],
    ['q=!!!', 'q'],
    [`q=${'x'.repeat(501)}`, 'q'],
    ['sort=name', 'sort'],
    ['fields=secret', 'fields'],
    ['cursor=x', 'cursor'],
    ['limit=0', 'limit'],
    ['colour=red', 'colour'],
  ])('refuses %s and names the field', async (query, field) => {
    const answer = await api.call('GET', `/api/conversations?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    expect(JSON.stringify(answer.body.errors)).toContain(field);
  });

  it('finds nobody, and fails for nobody, by hostile words', async () => {
    for (const [, text] of NAUGHTY) {
      const { status } = await api.call(
        'GET',
        `/api/conversations?q=${encodeURIComponent(text.slice(0, 100).replace(/\p{Surrogate}/gu, ''))}`,
      );
      expect([200, 400], text).toContain(status);
    }
  });
});

describe('a conversation', () => {
  it('has what both sides wrote on every channel, and what caused it', async () => {
    const [{ id } = {}] = (await list('state=open')).items;
    const { status, body } = await api.call('GET', `/api/conversations/${id}`);
    expect(status).toBe(200);
    expect(body.history).toMatchObject([
      { by: 'us', channel: 'message', text: 'Shall we talk?', step: { sequence: 'hello', node: 'ask' } },
      { by: 'us', channel: 'email', account_id: 'acc_mail', subject: 'Hello', text: 'Our offer' },
      { by: 'them', channel: 'message', text: 'Gladly, on Monday', step: null, automatic: false },
    ]);
    expect(body).toMatchObject({ id, earlier: 0, last_message: { id: body.history[2].id } });
  });

  it('is answered by the one that goes on where its person was merged', async () => {
    const [{ id } = {}] = (await list('state=open')).items;
    await api.db.query(`insert into leads (id, vars, created_at, updated_at) values ('lead_gone', '{}', now(), now())`);
    await api.db.query(
      `insert into conversations select (jsonb_populate_record(null::conversations, to_jsonb(c) || '{"id": "cnv_gone", "lead_id": "lead_gone"}' || jsonb_build_object('merged_into', c.id))).*
         from conversations c where id = $1`,
      [id],
    );
    const answer = await api.call('GET', '/api/conversations/cnv_gone');
    expect(answer).toMatchObject({
      status: 200,
      body: { id },
      headers: { 'content-location': `/api/conversations/${id}` },
    });
    expect(await namesOf('')).toHaveLength(4);
  });

  it.each(['cnv_none', '%00', "'%20or%20true", 'acc_anna'])('that is not there (%s) is a 404', async (id) => {
    const { status, body } = await api.call('GET', `/api/conversations/${id}`);
    expect([400, 404]).toContain(status);
    if (status === 404) expect(body.code).toBe('unknown_conversation');
  });
});

describe('a search among many', () => {
  beforeAll(async () => {
    await api.db.query(
      `insert into leads (id, vars, created_at, updated_at) select 'lead_often_' || n, '{}', now(), now() from generate_series(1, 60) as n`,
    );
    await api.db.query(
      `insert into conversations select (jsonb_populate_record(null::conversations, to_jsonb(c) || jsonb_build_object('id', 'cnv_often_' || n,
         'lead_id', 'lead_often_' || n, 'words', array_to_tsvector(array['often'] || case when n % 20 = 0 then '{seldom}'::text[] else '{}' end)::text))).*
         from conversations c, generate_series(1, 60) as n where c.last_by = 'us' and c.account_id = 'acc_mail'`,
    );
  });

  // With a word of 60 it goes through the newest, with one of three by the words alone.
  it.each([
    ['often', 60],
    ['often&state=done&unread=false', 60],
    ['often&state=open', 0],
    ['seldom', 3],
    ['often%20seldom', 3],
    ['often%20nowhere', 0],
  ])('finds all with %s, page by page: %i', async (q, count) => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`q=${q}&limit=25&count=true${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.count).toEqual({ value: count, exact: true });
      found.push(...page.items.map(({ id }: Record<string, unknown>) => String(id)));
      cursor = page.next_cursor;
    }
    expect([found.length, new Set(found).size]).toEqual([count, count]);
    // All came at one time.
    expect(found).toEqual(found.toSorted().toReversed());
  });
});
