import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are what is under test, so their shape is asserted, not typed.
type Json = any;

/** A mailbox of its own per test, so that each one knows all that lies in it. */
async function openMailbox(email?: string) {
  const id = await sandbox.account({ platform: 'email', name: 'Sam', ...(email ? { email } : {}) });
  const act = (action: string, params: object = {}): Promise<Json> => sandbox.act('messages', id, action, params);
  return {
    id,
    act,
    list: async (params: object = {}): Promise<Json[]> => (await act('list_inbox', params)).conversations,
    refusal: (action: string, params: object) => sandbox.refusal('messages', id, action, params),
    send: async (params: object): Promise<string> =>
      (await act('send', { subject: 'Plan', message_text: 'Hi', ...params })).data.message_id,
    /** Mail of a person; each new one starts its own thread where the mailbox never wrote to them. */
    reply: (person: { slug: string }, more: object = {}) =>
      sandbox.control('POST', `/people/${person.slug}/act`, { account_id: id, do: 'reply', channel: 'email', ...more }),
  };
}
const texts = (conversations: Json[]) => conversations.map((one) => one.last_message.text);

describe('list_inbox of a mailbox [messages/list_inbox]', () => {
  it('maps each thread to a conversation of the email variant [record/email_conversation.*]', async () => {
    const mailbox = await openMailbox();
    const person = await sandbox.person({ full_name: 'Ada Byron', email: 'ada@inbox.example' });
    const sent = await mailbox.send({ to: person.email, custom_headers: { 'X-Campaign': 'spring' } });
    await mailbox.reply(person, { text: 'Gladly.\n\nTell me more.', attachments: [{ name: 'cv.txt', data: 'aGk=' }] });
    const [item, ...rest] = await mailbox.list();
    expect(rest).toEqual([]);
    expect(item).toEqual({
      conversation_id: expect.any(String),
      id: expect.any(String),
      message_id: expect.stringMatching(/^<.+>$/),
      in_reply_to: sent,
      participant: { name: 'Ada Byron', email: 'ada@inbox.example' },
      last_message: {
        text: 'Gladly. Tell me more.',
        subject: 'Re: Plan',
        time: expect.any(Number),
        sender: { name: 'Ada Byron', email: 'ada@inbox.example', is_me: false },
      },
      unread: 1,
      type: 'email',
      is_bounce: false,
      has_attachments: true,
      headers: {},
    });
    expect(item.id).not.toBe(item.conversation_id);
    expect((await mailbox.list({ label_ids: ['sent'] }))[0]).toMatchObject({
      conversation_id: item.conversation_id,
      message_id: sent,
      participant: { name: 'Ada Byron', email: 'ada@inbox.example' },
      last_message: { sender: { name: 'Sam', is_me: true } },
      headers: { 'X-Campaign': 'spring' },
    });
  });

  it('marks what came back as a bounce', async () => {
    const mailbox = await openMailbox();
    const person = await sandbox.person({ email: 'gone@inbox.example' });
    const sent = await mailbox.send({ to: person.email });
    await sandbox.control('POST', `/people/${person.slug}/act`, { account_id: mailbox.id, do: 'bounce' });
    expect(await mailbox.list()).toMatchObject([{ is_bounce: true, in_reply_to: sent, has_attachments: false }]);
  });

  it('pages newest first, without repeats when mail comes in between, for one credit per ten [messages/list_inbox.count] [messages/list_inbox.cursor] [credits#2]', async () => {
    const mailbox = await openMailbox();
    const person = await sandbox.person({ email: 'many@inbox.example' });
    for (let i = 1; i <= 12; i++) await mailbox.reply(person, { text: `mail ${i}` });
    const first = await mailbox.act('list_inbox', { count: 5 });
    expect(texts(first.conversations)).toEqual(['mail 12', 'mail 11', 'mail 10', 'mail 9', 'mail 8']);
    expect(first.total_results).toBe(5);
    await mailbox.reply(person, { text: 'later' });
    const second = await mailbox.act('list_inbox', { count: 5, cursor: first.next_cursor });
    expect(texts(second.conversations)).toEqual(['mail 7', 'mail 6', 'mail 5', 'mail 4', 'mail 3']);
    const third = await mailbox.act('list_inbox', { count: 5, cursor: second.next_cursor });
    expect(texts(third.conversations)).toEqual(['mail 2', 'mail 1']);
    expect(third.next_cursor).toBeNull();
    const request = { account_id: mailbox.id, action: 'list_inbox', params: { count: 13 } };
    expect((await sandbox.call('POST', '/v2/messages', request)).body.metadata.credits_consumed).toBe(2);
    expect((await mailbox.list()).length).toBe(10);
    expect(await mailbox.refusal('list_inbox', { cursor: 'made up' })).toBe('INVALID_PARAMS');
    const elsewhere = { cursor: first.next_cursor, label_ids: ['sent'] };
    expect(await mailbox.refusal('list_inbox', elsewhere)).toBe('INVALID_PARAMS');
  });

  it('shows only what is unread where that is asked [messages/list_inbox.unread_only] [messages/list_inbox.category]', async () => {
    const mailbox = await openMailbox();
    const person = await sandbox.person({ email: 'half@inbox.example' });
    await mailbox.reply(person, { text: 'read' });
    await mailbox.reply(person, { text: 'unread' });
    const [, read] = await mailbox.list();
    await mailbox.act('mark_as_read', { conversation_id: read.conversation_id });
    expect(texts(await mailbox.list({ unread_only: true }))).toEqual(['unread']);
    expect(texts(await mailbox.list({ category: 'UNREAD' }))).toEqual(['unread']);
    expect(texts(await mailbox.list({ category: 'INBOX' }))).toEqual(['unread', 'read']);
    expect(await mailbox.list({ category: 'MY_CONNECTIONS' })).toHaveLength(2);
  });

  it('reads the folders that list_labels names [messages/list_inbox.label_ids] [messages/list_labels]', async () => {
    const mailbox = await openMailbox();
    const person = await sandbox.person({ email: 'folders@inbox.example' });
    for (const text of ['stays', 'is kept', 'is thrown away']) await mailbox.reply(person, { text });
    const [thrown, kept] = await mailbox.list();
    await mailbox.act('archive', { conversation_id: kept.conversation_id });
    await mailbox.act('trash', { conversation_id: thrown.conversation_id });
    await mailbox.act('mark_as_read', { conversation_id: thrown.conversation_id });
    await mailbox.send({ to: 'nobody@inbox.example', message_text: 'sent by us' });

    const { labels } = await mailbox.act('list_labels');
    expect(labels).toEqual([
      { id: 'INBOX', name: 'INBOX', unread: 1 },
      { id: 'sent', name: 'Sent', unread: 0 },
      { id: 'archive', name: 'Archive', unread: 1 },
      { id: 'trash', name: 'Trash', unread: 0 },
    ]);
    const shown: Record<string, string[]> = {};
    for (const { id } of labels) shown[id] = texts(await mailbox.list({ label_ids: [id] }));
    expect(shown).toEqual({
      INBOX: ['sent by us', 'stays'],
      sent: ['sent by us'],
      archive: ['is kept'],
      trash: ['is thrown away'],
    });
    expect(texts(await mailbox.list({ label_ids: ['inbox'] }))).toEqual(shown.INBOX);
    expect(texts(await mailbox.list({ label_ids: 'archive' }))).toEqual(['is kept']);
    expect(texts(await mailbox.list({ label_ids: ['archive', 'trash'] }))).toEqual(['is thrown away', 'is kept']);
    const unknown = { account_id: mailbox.id, action: 'list_inbox', params: { label_ids: ['work'] } };
    expect(await sandbox.call('POST', '/v2/messages', unknown)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMS', message: expect.stringContaining('label work not found') } },
    });
  });
});

describe('get_conversation of a mailbox [messages/get_conversation]', () => {
  it('gives the thread newest first, with all that a mail has [messages/get_conversation.conversation_id]', async () => {
    const mailbox = await openMailbox('desk@read.example');
    const person = await sandbox.person({ full_name: 'Ada Byron', email: 'ada@read.example' });
    const mail = {
      to: person.email,
      message_text: 'Hi',
      html: '<p>Hi</p>',
      custom_headers: { 'X-Campaign': 'spring' },
    };
    const first = await mailbox.send(mail);
    await mailbox.reply(person, { text: 'See here', attachments: [{ name: 'note.txt', data: 'aGVsbG8=' }] });
    const [item] = await mailbox.list();
    const { messages, total_results, next_cursor } = await mailbox.act('get_conversation', {
      conversation_id: item.conversation_id,
    });
    expect({ total_results, next_cursor }).toEqual({ total_results: 2, next_cursor: null });
    expect(messages).toEqual([
      {
        message_id: item.message_id,
        in_reply_to: first,
        references: [first],
        subject: 'Re: Plan',
        text: 'See here',
        html: null,
        time: expect.any(Number),
        sender: { name: 'Ada Byron', email: 'ada@read.example', is_me: false },
        to: [{ name: 'Sam', email: 'desk@read.example' }],
        cc: [],
        kind: 'mail',
        headers: {},
        attachments: [expect.objectContaining({ type: 'file', name: 'note.txt', byte_size: 5 })],
      },
      {
        message_id: first,
        in_reply_to: null,
        references: [],
        subject: 'Plan',
        text: 'Hi',
        html: '<p>Hi</p>',
        time: expect.any(Number),
        sender: { name: 'Sam', email: 'desk@read.example', is_me: true },
        to: [{ name: 'Ada Byron', email: 'ada@read.example' }],
        cc: [],
        kind: 'mail',
        headers: { 'X-Campaign': 'spring' },
        attachments: [],
      },
    ]);
    const file = await fetch(messages[0].attachments[0].download_url, { headers: { 'x-api-key': sandbox.key } });
    expect(await file.text()).toBe('hello');
  });

  it('pages, and refuses a thread that is not there [messages/get_conversation.count] [messages/get_conversation.cursor]', async () => {
    const mailbox = await openMailbox();
    const person = await sandbox.person({ email: 'long@read.example' });
    await mailbox.send({ to: person.email });
    for (const text of ['one', 'two', 'three']) await mailbox.reply(person, { text });
    const [{ conversation_id, unread }] = await mailbox.list();
    expect(unread).toBe(3);
    const first = await mailbox.act('get_conversation', { conversation_id, count: 3 });
    expect(first.messages.map((one: Json) => one.text)).toEqual(['three', 'two', 'one']);
    const second = await mailbox.act('get_conversation', { conversation_id, count: 3, cursor: first.next_cursor });
    expect(second).toMatchObject({ messages: [{ text: 'Hi' }], next_cursor: null });
    const other = await openMailbox();
    expect(await other.refusal('get_conversation', { conversation_id })).toBe('INVALID_PARAMS');
    expect(await other.refusal('get_conversation', {})).toBe('INVALID_PARAMS');
  });
});

describe('what changes mails in place', () => {
  it('marks a thread as read and unread [messages/mark_as_read.conversation_id] [messages/mark_as_unread.conversation_id]', async () => {
    const mailbox = await openMailbox();
    const person = await sandbox.person({ email: 'mark@change.example' });
    await mailbox.send({ to: person.email });
    await mailbox.reply(person);
    const [{ conversation_id }] = await mailbox.list();
    const request = { account_id: mailbox.id, action: 'mark_as_read', params: { conversation_id } };
    expect((await sandbox.call('POST', '/v2/messages', request)).body).toMatchObject({
      data: { updated: 1 },
      metadata: { action: 'mark_as_read', credits_consumed: 1 },
    });
    expect(await mailbox.list()).toMatchObject([{ unread: 0 }]);
    expect(await mailbox.act('mark_as_read', { conversation_id })).toEqual({ updated: 1 });
    expect(await mailbox.act('mark_as_unread', { conversation_id })).toEqual({ updated: 1 });
    expect(await mailbox.list()).toMatchObject([{ unread: 1 }]);
  });

  it('marks, keeps and throws away single mails [messages/mark_as_read.message_ids] [messages/mark_as_unread.message_ids] [messages/archive.message_ids] [messages/trash.message_ids]', async () => {
    const mailbox = await openMailbox();
    const person = await sandbox.person({ email: 'single@change.example' });
    for (const text of ['one', 'two', 'three']) await mailbox.reply(person, { text });
    const [three, two, one] = (await mailbox.list()).map(({ message_id }) => message_id);
    expect(await mailbox.act('mark_as_read', { message_ids: [one, two, two] })).toEqual({ updated: 2 });
    expect(await mailbox.list()).toMatchObject([{ unread: 1 }, { unread: 0 }, { unread: 0 }]);
    // Also without its angle brackets, and alone.
    expect(await mailbox.act('mark_as_unread', { message_ids: one.slice(1, -1) })).toEqual({ updated: 1 });
    expect(await mailbox.act('archive', { message_ids: [one] })).toEqual({ updated: 1 });
    expect(await mailbox.act('trash', { message_ids: [three] })).toEqual({ updated: 1 });
    expect(texts(await mailbox.list())).toEqual(['two']);
    expect(texts(await mailbox.list({ label_ids: ['archive'] }))).toEqual(['one']);
    expect(texts(await mailbox.list({ label_ids: ['trash'] }))).toEqual(['three']);
  });

  it.each([['mark_as_read'], ['mark_as_unread'], ['archive'], ['trash']])(
    '%s refuses what is not there and changes nothing then [messages/mark_as_read] [messages/mark_as_unread] [messages/archive] [messages/trash]',
    async (action) => {
      const mailbox = await openMailbox();
      const person = await sandbox.person();
      const named = await sandbox.person({ email: `${action.replaceAll('_', '.')}@refuse.example` });
      await mailbox.reply(named, { text: 'still here' });
      const [{ message_id, conversation_id }] = await mailbox.list();
      const before = await mailbox.act('list_labels');
      for (const params of [
        {},
        { message_ids: [] },
        { conversation_id: 'thread_unknown' },
        { message_ids: [message_id, '<unknown@refuse.example>'] },
        { conversation_id: 'thread_unknown', message_ids: [message_id] },
      ]) {
        expect(await mailbox.refusal(action, params), JSON.stringify(params)).toBe('INVALID_PARAMS');
      }
      const other = await openMailbox();
      expect(await other.refusal(action, { conversation_id })).toBe('INVALID_PARAMS');
      const professional = await sandbox.account();
      expect(await sandbox.refusal('messages', professional, action, { conversation_id })).toBe('INVALID_PARAMS');
      expect(await mailbox.act('list_labels')).toEqual(before);
      expect(person.email).toBeNull();
    },
  );

  it('takes archived and thrown-away threads out of the inbox [messages/archive.conversation_id] [messages/trash.conversation_id]', async () => {
    const mailbox = await openMailbox();
    const person = await sandbox.person({ email: 'away@change.example' });
    await mailbox.send({ to: person.email });
    await mailbox.reply(person, { text: 'first answer' });
    const [{ conversation_id }] = await mailbox.list();
    expect(await mailbox.act('archive', { conversation_id })).toEqual({ updated: 2 });
    expect(await mailbox.list()).toEqual([]);
    expect(texts(await mailbox.list({ label_ids: ['archive'] }))).toEqual(['first answer']);
    expect(await mailbox.list({ label_ids: ['sent'] })).toHaveLength(1);
    expect(await mailbox.act('trash', { conversation_id })).toEqual({ updated: 2 });
    expect(await mailbox.list({ label_ids: ['archive'] })).toEqual([]);
    expect(await mailbox.list({ label_ids: ['sent'] })).toEqual([]);
    expect(texts(await mailbox.list({ label_ids: ['trash'] }))).toEqual(['first answer']);
  });

  it('brings an archived thread back with a new answer, not with our own mail', async () => {
    const mailbox = await openMailbox();
    const person = await sandbox.person({ email: 'again@change.example' });
    const sent = await mailbox.send({ to: person.email });
    await mailbox.reply(person, { text: 'first' });
    const [{ conversation_id }] = await mailbox.list();
    await mailbox.act('archive', { conversation_id });
    await mailbox.send({ to: person.email, thread_ref: sent });
    expect(await mailbox.list()).toEqual([]);
    await mailbox.reply(person, { text: 'second' });
    expect(texts(await mailbox.list())).toEqual(['second']);
    expect(await mailbox.list({ label_ids: ['archive'] })).toEqual([]);
  });
});
