import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';
import { mediaFile, PNG, wav } from './files.ts';

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account({ platform: 'messenger', name: 'Sam Seller', phone_number: '+33700000001' });
  await sandbox.watch(account);
});
afterAll(() => sandbox.close());

let numbers = 0;
async function contact(body: object = {}) {
  const phone = `+336000${String(++numbers).padStart(5, '0')}`;
  return { phone, ...(await sandbox.person({ full_name: 'Ada Quill', phone_number: phone, ...body })) };
}

const send = (params: object, from = account) =>
  sandbox.call('POST', '/v2/messages', { account_id: from, action: 'send', params });
const act = (slug: string, body: object = {}) =>
  sandbox.control('POST', `/people/${slug}/act`, { account_id: account, do: 'reply', channel: 'messenger', ...body });
// biome-ignore lint/suspicious/noExplicitAny: events are what is under test, so their shape is asserted, not typed.
const lastEvent = async (): Promise<any> => (await sandbox.events(account)).at(-1);

describe('a messenger message', () => {
  it('reaches whoever has the number, however it is written [messages/send messages/send.phone_number messages/send.message_text record/messenger_receipt.*]', async () => {
    const ada = await contact();
    const spaced = ada.phone.replace(/^\+(\d\d)(\d)/, '+$1 $2 ');
    const { status, body } = await send({ phone_number: spaced, message_text: 'Hello' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      status: 'success',
      data: {
        entityUrn: expect.any(String),
        conversation_id: expect.any(String),
        deliveredAt: expect.any(Number),
        phone_number: ada.phone,
      },
    });
    expect(body.metadata.credits_consumed).toBe(1);
    expect(await sandbox.received(ada.slug)).toMatchObject([
      { kind: 'messenger', account_id: account, text: 'Hello', attachments: [] },
    ]);
  });

  it('needs a number, and a text or a file [messages/send#5]', async () => {
    const ada = await contact();
    for (const params of [
      { message_text: 'Hello' },
      { phone_number: ada.phone },
      { phone_number: ada.phone, message_text: '' },
      { phone_number: '0612345678', message_text: 'Hello' },
      { phone_number: ada.phone, media_path: 'offer.pdf', message_text: 'Hello' },
    ]) {
      const answer = await send(params);
      expect(answer.status, JSON.stringify(params)).toBe(400);
      expect(answer.body.error.code).toBe('INVALID_PARAMS');
    }
    expect(await sandbox.received(ada.slug)).toEqual([]);
  });

  it('carries files, with or without a text, for 1 credit', async () => {
    const ada = await contact();
    const media_files = [mediaFile('a.png', PNG), mediaFile('long.mp3', wav(90))];
    const { body } = await send({ phone_number: ada.phone, media_files });
    // The cap of a minute is the professional network's.
    expect(body.metadata.credits_consumed).toBe(1);
    expect(await sandbox.received(ada.slug)).toMatchObject([
      { text: '', attachments: [{ name: 'a.png', size: PNG.length }, { name: 'long.mp3' }] },
    ]);
    expect((await lastEvent()).event).toMatchObject({
      message_text: '',
      has_attachments: true,
      attachments: [
        { type: 'image', name: 'a.png', mime_type: 'image/png', byte_size: PNG.length },
        { type: 'audio', name: 'long.mp3', voice_message: true },
      ],
    });
  });

  it('to a number that is on no messenger is refused', async () => {
    const answer = await send({ phone_number: '+33999999999', message_text: 'Hello' });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { code: 'CHANNEL_ERROR', sub_code: 'NOT_ON_MESSENGER' }, metadata: { credits_consumed: 0 } },
    });
    expect((await send({ phone_number: '+33700000001', message_text: 'Me' })).status).toBe(400);
  });

  it('may answer a message of the same chat, and of no other [messages/send.quoted_message_id]', async () => {
    const [ada, bob] = [await contact(), await contact()];
    await send({ phone_number: ada.phone, message_text: 'One' });
    await send({ phone_number: bob.phone, message_text: 'Other' });
    await act(ada.slug, { text: 'What do you mean?' });
    const quoted_message_id = (await lastEvent()).event.metadata.entity_urn;
    const answer = await send({ phone_number: ada.phone, message_text: 'This', quoted_message_id });
    const { conversation_id } = answer.body.data.data;
    const { messages } = await sandbox.act('messages', account, 'get_conversation', { conversation_id });
    expect(messages).toMatchObject([
      { text: 'This', quoted_message_id },
      { text: 'What do you mean?', message_id: quoted_message_id },
      { text: 'One', quoted_message_id: null },
    ]);
    expect((await lastEvent()).event).toMatchObject({ metadata: { quoted_message_id } });
    for (const params of [
      { phone_number: bob.phone, quoted_message_id },
      { phone_number: ada.phone, quoted_message_id: 'msg_unknown' },
    ]) {
      expect(await sandbox.refusal('messages', account, 'send', { message_text: 'x', ...params })).toBe(
        'INVALID_PARAMS',
      );
    }
  });
});

describe('events of the messenger', () => {
  it('report messages in both directions [event/messenger_message.*]', async () => {
    const ada = await contact();
    const sent = (await send({ phone_number: ada.phone, message_text: 'Hello' })).body.data.data;
    expect(await lastEvent()).toMatchObject({
      platform: 'messenger',
      account_id: account,
      account_name: 'Sam Seller',
      event: {
        type: 'message',
        timestamp: new Date(sent.deliveredAt).toISOString(),
        message_text: 'Hello',
        sender: { name: 'Sam Seller', phone_number: '+33700000001' },
        conversation: { conversation_id: sent.conversation_id, is_group_chat: false },
        has_attachments: false,
        attachments: [],
        metadata: { entity_urn: sent.entityUrn, delivered_at: sent.deliveredAt, read_status: true },
      },
    });
    await act(ada.slug, { text: 'Hi', attachments: [{ name: 'map.png', data: PNG.toString('base64') }] });
    expect((await lastEvent()).event).toMatchObject({
      message_text: 'Hi',
      sender: { name: 'Ada Quill', phone_number: ada.phone },
      conversation: { conversation_id: sent.conversation_id },
      has_attachments: true,
      attachments: [{ type: 'image', name: 'map.png', byte_size: PNG.length }],
    });
  });

  it('come of people who answer by themselves', async () => {
    const keen = await contact({ behavior: { replies_after: { messenger: 'PT1H' }, reply_text: 'Gladly' } });
    await send({ phone_number: keen.phone, message_text: 'Coffee?' });
    const before = (await sandbox.events(account)).length;
    await sandbox.advance('PT2H');
    await eventually(async () => expect(await sandbox.events(account)).toHaveLength(before + 1));
    expect((await lastEvent()).event).toMatchObject({ message_text: 'Gladly', sender: { phone_number: keen.phone } });
  });

  it('come of people who never were written to [sandbox POST /sandbox/people/{public_identifier}/act]', async () => {
    const ada = await contact();
    await act(ada.slug, { text: 'Are you hiring?' });
    expect((await lastEvent()).event).toMatchObject({ message_text: 'Are you hiring?', has_attachments: false });
    const mute = await sandbox.person();
    const body = { account_id: account, do: 'reply', channel: 'messenger' };
    expect((await sandbox.call('POST', `/sandbox/people/${mute.slug}/act`, body)).status).toBe(400);
  });
});

describe('the inbox of a messenger account', () => {
  it('lists its chats newest first, counts what is unread, and pages [messages/list_inbox messages/get_conversation]', async () => {
    const own = await sandbox.account({ platform: 'messenger', name: 'Kim', phone_number: '+33700000002' });
    const people = [await contact(), await contact(), await contact()];
    for (const { phone } of people) await send({ phone_number: phone, message_text: `To ${phone}` }, own);
    const [first] = people;
    await act(first?.slug ?? '', { account_id: own, text: 'Back to you' });
    const inbox = await sandbox.call('POST', '/v2/messages', { account_id: own, action: 'list_inbox', params: {} });
    expect(inbox.body.metadata.credits_consumed).toBe(1);
    const { conversations } = inbox.body.data;
    expect(conversations).toMatchObject([
      {
        participant: { name: 'Ada Quill', phone_number: first?.phone },
        last_message: { text: 'Back to you', sender: { phone_number: first?.phone, is_me: false } },
        unread: 1,
        type: 'normal',
      },
      { participant: { phone_number: people[2]?.phone }, last_message: { sender: { is_me: true } }, unread: 0 },
      { participant: { phone_number: people[1]?.phone } },
    ]);
    const page = await sandbox.act('messages', own, 'list_inbox', { count: 2 });
    const rest = await sandbox.act('messages', own, 'list_inbox', { count: 2, cursor: page.next_cursor });
    expect([...page.conversations, ...rest.conversations]).toEqual(conversations);
    expect(rest.next_cursor).toBeNull();
    const unread = await sandbox.act('messages', own, 'list_inbox', { category: 'UNREAD' });
    expect(unread.conversations).toEqual(conversations.slice(0, 1));
    expect((await sandbox.act('messages', own, 'list_inbox', { category: 'INMAIL' })).conversations).toEqual([]);

    const { conversation_id } = conversations[0];
    const newest = await sandbox.act('messages', own, 'get_conversation', { conversation_id, count: 1 });
    const cursor = newest.next_cursor;
    const older = await sandbox.act('messages', own, 'get_conversation', { conversation_id, count: 1, cursor });
    expect([...newest.messages, ...older.messages]).toMatchObject([
      { text: 'Back to you', sender: { is_me: false } },
      { text: `To ${first?.phone}`, sender: { name: 'Kim', phone_number: '+33700000002', is_me: true } },
    ]);
    const elsewhere = { conversation_id, cursor };
    expect(await sandbox.refusal('messages', account, 'get_conversation', elsewhere)).toBe('INVALID_PARAMS');
    expect(await sandbox.refusal('messages', account, 'get_conversation', { conversation_id })).toBe('INVALID_PARAMS');
  });
});
