import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMailQuery } from '../../../src/v2/service/channels/mail-query.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let mailbox: string;
let offer: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  mailbox = await sandbox.account({ platform: 'email', email: 'me@agency.example', name: 'Sam' });
  const ada = await sandbox.person({ full_name: 'Ada Byron', email: 'ada@engines.example' });
  const bob = await sandbox.person({ full_name: 'Bob Stone', email: 'bob@stones.example' });
  const send = (params: object) => sandbox.act('messages', mailbox, 'send', params);
  const reply = (slug: string, more: object) =>
    sandbox.control('POST', `/people/${slug}/act`, { account_id: mailbox, do: 'reply', channel: 'email', ...more });
  offer = (await send({ to: ada.email, subject: 'Offer for Ada', message_text: 'Come 100% to us', cc: bob.email })).data
    .message_id;
  await sandbox.advance('P2D');
  await reply(ada.slug, { text: 'Salary range?', attachments: [{ name: 'cv.txt', data: 'aGk=' }] });
  await sandbox.advance('P2D');
  await reply(bob.slug, { text: 'Thank you, no' });
  await send({ to: 'carl@stones.example', subject: 'Another offer', message_text: 'Salary_range inside' });
});
afterAll(() => sandbox.close());

const found = async (query: string, more: object = {}): Promise<string[]> => {
  const { conversations } = await sandbox.act('messages', mailbox, 'search', { query, ...more });
  return conversations.map((one: { last_message: { text: string } }) => one.last_message.text);
};
const [OFFER, ADA, BOB, CARL] = ['Come 100% to us', 'Salary range?', 'Thank you, no', 'Salary_range inside'];

describe('messages / search [messages/search]', () => {
  it('finds words in senders, recipients, subjects and texts, whatever their case [messages/search.query]', async () => {
    expect(await found('SALARY')).toEqual([CARL, ADA]);
    expect(await found('byron')).toEqual([ADA, OFFER]);
    expect(await found('stones.example')).toEqual([CARL, BOB, OFFER]);
    expect(await found('salary inside')).toEqual([CARL]);
    expect(await found('"salary range"')).toEqual([ADA]);
    expect(await found('nowhere')).toEqual([]);
    // Nothing of a query is a pattern.
    expect(await found('100%')).toEqual([OFFER]);
    expect(await found('salary_')).toEqual([CARL]);
    expect(await found("o'; drop table sandbox_mails; --")).toEqual([]);
  });

  it.each([
    ['from:ada', () => [ADA]],
    ['from:"Ada Byron"', () => [ADA]],
    ['to:bob@stones.example', () => [OFFER]],
    ['subject:offer', () => [CARL, BOB, ADA, OFFER]],
    ['subject: another', () => [CARL]],
    ['offer -from:sam', () => [BOB, ADA]],
    ['has:attachment', () => [ADA]],
    ['is:unread', () => [BOB, ADA]],
    ['is:read', () => [CARL, OFFER]],
    ['in:sent', () => [CARL, OFFER]],
    ['is:unread -has:attachment from:bob', () => [BOB]],
  ])('understands %s [messages/search.query]', async (query, texts) => {
    expect(await found(query)).toEqual(texts());
  });

  it('finds a mail by its Message-ID, and mails before and after a day [messages/search.query]', async () => {
    expect(await found(`rfc822msgid:${offer}`)).toEqual([OFFER]);
    expect(await found(`rfc822msgid:${offer.slice(1, -1)}`)).toEqual([OFFER]);
    const day = (text: string) => text.slice(0, 10);
    const { now } = await sandbox.control('GET', '/clock');
    const between = day(new Date(Date.parse(now) - 24 * 3_600_000).toISOString());
    expect(await found(`before:${between}`)).toEqual([ADA, OFFER]);
    expect(await found(`after:${between.replaceAll('-', '/')}`)).toEqual([CARL, BOB]);
    expect(await found(`after:${day(now)} before:${day(now)}`)).toEqual([]);
  });

  it('leaves out what lies in the trash unless it is asked for', async () => {
    const thrown = await sandbox.act('messages', mailbox, 'search', { query: 'from:bob' });
    const message_ids = [thrown.conversations[0].message_id];
    await sandbox.act('messages', mailbox, 'trash', { message_ids });
    expect(await found('from:bob')).toEqual([]);
    expect(await found('from:bob in:trash')).toEqual([BOB]);
    expect(await found('from:bob in:anywhere')).toEqual([BOB]);
  });

  it('pages with a cursor of its own query [messages/search.count] [messages/search.cursor]', async () => {
    const first = await sandbox.act('messages', mailbox, 'search', { query: 'offer', count: 2 });
    expect(first).toMatchObject({ total_results: 2, next_cursor: expect.any(String) });
    expect(await found('offer', { count: 2, cursor: first.next_cursor })).toEqual([OFFER]);
    const other = { query: 'salary', cursor: first.next_cursor };
    expect(await sandbox.refusal('messages', mailbox, 'search', other)).toBe('INVALID_PARAMS');
  });

  it('answers in the shape of list_inbox, for one credit per ten, and needs a query', async () => {
    const request = { account_id: mailbox, action: 'search', params: { query: 'salary' } };
    const { body } = await sandbox.call('POST', '/v2/messages', request);
    expect(body.metadata.credits_consumed).toBe(1);
    expect(body.data.conversations[0]).toMatchObject({ type: 'email', participant: { email: 'carl@stones.example' } });
    const nothing = { ...request, params: { query: 'nowhere' } };
    expect((await sandbox.call('POST', '/v2/messages', nothing)).body.metadata.credits_consumed).toBe(0);
    for (const params of [
      {},
      { query: ' ' },
      { query: 'before:tomorrow' },
      { query: 'is:funny' },
      { query: 'in:work' },
    ]) {
      expect(await sandbox.refusal('messages', mailbox, 'search', params)).toBe('INVALID_PARAMS');
    }
    expect(await sandbox.refusal('messages', await sandbox.account(), 'search', { query: 'x' })).toBe('INVALID_PARAMS');
  });
});

describe('the syntax of a mail query', () => {
  const text = (value: string, field = 'any', negated = false) => ({ kind: 'text', field, text: value, negated });
  it.each([
    ['Re: 10:30', [text('Re:'), text('10:30')]],
    ['"two words" third', [text('two words'), text('third')]],
    ['"never closed', [text('never closed')]],
    ['co-op -draft', [text('co-op'), text('draft', 'any', true)]],
    ['FROM:ada', [text('ada', 'from')]],
    ['from:', [text('from:')]],
    ['""', []],
  ])('reads %s', (query, terms) => {
    expect(parseMailQuery(query)).toEqual({ ok: true, terms });
  });

  it.each(['before:2030-02-30', 'after:soon', 'has:joy', 'is:', 'label:none'])(
    'refuses %s or takes it as words',
    (query) => {
      const reading = parseMailQuery(query);
      if (query === 'is:') expect(reading).toEqual({ ok: true, terms: [text('is:')] });
      else expect(reading).toMatchObject({ ok: false, error: expect.stringContaining(query.split(':')[0] ?? '') });
    },
  );
});
