import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are what is under test, so their shape is asserted, not typed.
type Json = any;

const act = (slug: string, account: string, body: object = {}) =>
  sandbox.control('POST', `/people/${slug}/act`, { account_id: account, do: 'reply', ...body });
const inbox = (account: string, params: object = {}) => sandbox.act('messages', account, 'list_inbox', params);
const charged = async (account: string, action: string, params: object) =>
  (await sandbox.call('POST', '/v2/messages', { account_id: account, action, params })).body.metadata.credits_consumed;
const names = (page: Json): string[] => page.conversations.map((each: Json) => each.participant.name);

async function pageThrough(read: (cursor: string | undefined) => Promise<Json>): Promise<Json[]> {
  const pages: Json[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor);
    pages.push(page);
    if (page.next_cursor === null) return pages;
    cursor = page.next_cursor;
  }
}

describe('the classic inbox', () => {
  it('lists who wrote last and what, in the shape of the specification [messages/list_inbox record/conversation.*]', async () => {
    const account = await sandbox.account({ name: 'Sam Seller' });
    const ada = await sandbox.person({ degree: 1, full_name: 'Ada Quill', headline: 'Engineer' });
    const sent = await sandbox.act('messages', account, 'send', { profile_url: ada.url, message_text: 'Hello' });
    await act(ada.slug, account, { text: 'Hi there' });
    const { conversations, total_results, next_cursor } = await inbox(account);
    const participant = {
      name: 'Ada Quill',
      headline: 'Engineer',
      profile_url: ada.url,
      profile_picture: expect.stringMatching(/^https:/),
    };
    expect(conversations).toEqual([
      {
        conversation_id: sent.data.conversation_id,
        participant,
        last_message: { text: 'Hi there', time: expect.any(Number), sender: { ...participant, is_me: false } },
        unread: 1,
        type: 'normal',
      },
    ]);
    expect({ total_results, next_cursor }).toEqual({ total_results: 1, next_cursor: null });
    await sandbox.act('messages', account, 'send', { profile_url: ada.url, message_text: 'Thanks' });
    expect((await inbox(account)).conversations).toMatchObject([
      { last_message: { text: 'Thanks', sender: { name: 'Sam Seller', is_me: true } }, unread: 0 },
    ]);
  });

  it('takes one of its categories [messages/list_inbox.category]', async () => {
    const account = await sandbox.account();
    const friend = await sandbox.person({ degree: 1, full_name: 'A Friend' });
    const stranger = await sandbox.person({ degree: 3, full_name: 'A Stranger' });
    const candidate = await sandbox.person({ full_name: 'A Candidate' });
    await sandbox.act('messages', account, 'send', { profile_url: friend.url, message_text: 'Hello' });
    await act(stranger.slug, account);
    const inmail = { profile_url: candidate.url, inmail: true, message_text: 'A role' };
    await sandbox.act('messages', account, 'send', inmail);
    const listed = async (category: string, premium_nav = false) =>
      names(await inbox(account, { category, premium_nav }));
    expect(await listed('INBOX')).toEqual(['A Stranger', 'A Friend']);
    expect(await listed('UNREAD')).toEqual(['A Stranger']);
    expect(await listed('MY_CONNECTIONS')).toEqual(['A Friend']);
    // InMail threads live in the premium inbox only.
    expect(await listed('INMAIL')).toEqual([]);
    expect(await listed('INMAIL', true)).toEqual(['A Candidate']);
    expect(await listed('MY_CONNECTIONS', true)).toEqual([]);
    expect(await listed('STARRED')).toEqual([]);
    expect(await sandbox.refusal('messages', account, 'list_inbox', { category: 'SPAM' })).toBe('INVALID_PARAMS');
    // spec: for email only, so of no meaning here.
    expect(names(await inbox(account, { unread_only: true, label_ids: ['trash'] }))).toHaveLength(2);
  });

  it('takes more than one upstream batch for a count above 25, and pages without a gap [messages/list_inbox.count messages/list_inbox.cursor credits#2 limits#2]', async () => {
    const account = await sandbox.account();
    const people = await Promise.all(
      Array.from({ length: 57 }, (_, index) => sandbox.person({ full_name: `Person ${index}` })),
    );
    for (const { slug } of people) await act(slug, account, { text: slug });
    const newestFirst = people.map((_, index) => `Person ${56 - index}`);
    expect(names(await inbox(account))).toEqual(newestFirst.slice(0, 10));
    const long = await inbox(account, { count: 55 });
    expect(long.total_results).toBe(55);
    expect(names(long)).toEqual(newestFirst.slice(0, 55));
    expect(await charged(account, 'list_inbox', { count: 55 })).toBe(6);
    expect(await charged(account, 'list_inbox', { count: 5000 })).toBe(6);
    const pages = await pageThrough((cursor) => inbox(account, { count: 30, cursor }));
    expect(pages.map((page) => page.total_results)).toEqual([30, 27]);
    expect(pages.flatMap(names)).toEqual(newestFirst);
    for (const count of [0, -1, 1.5, '10']) {
      expect(await sandbox.refusal('messages', account, 'list_inbox', { count })).toBe('INVALID_PARAMS');
    }
  });

  it('takes no cursor but its own, unchanged [messages/list_inbox.cursor messages/get_conversation.cursor]', async () => {
    const account = await sandbox.account();
    for (const name of ['One Doe', 'Two Doe', 'Three Doe']) {
      const { slug } = await sandbox.person({ full_name: name });
      await act(slug, account);
      await act(slug, account, { channel: 'inmail' });
    }
    const { next_cursor: cursor, conversations } = await inbox(account, { count: 1 });
    // The last characters of base64 hold bits that say nothing: they must not be free to change.
    const changed = [...'ABCDwxyz019_-'].map((character) => `${cursor.slice(0, -1)}${character}`);
    for (const text of [...changed, `${cursor}A`, `${cursor}=`, `${cursor}.x`, ` ${cursor}x`, cursor.slice(1), 'x']) {
      if (text === cursor) continue;
      expect(await sandbox.refusal('messages', account, 'list_inbox', { count: 1, cursor: text }), text).toBe(
        'INVALID_PARAMS',
      );
    }
    const foreign = { cursor, count: 1 };
    const { conversation_id } = conversations[0];
    const other = await sandbox.account();
    expect(await sandbox.refusal('messages', other, 'list_inbox', foreign)).toBe('INVALID_PARAMS');
    for (const params of [{ category: 'UNREAD' }, { premium_nav: true }]) {
      expect(await sandbox.refusal('messages', account, 'list_inbox', { ...foreign, ...params })).toBe(
        'INVALID_PARAMS',
      );
    }
    const read = { ...foreign, conversation_id };
    expect(await sandbox.refusal('messages', account, 'get_conversation', read)).toBe('INVALID_PARAMS');
    expect(names(await inbox(account, { count: 2, cursor }))).toEqual(['Two Doe', 'One Doe']);
  });
});

describe('a conversation', () => {
  it('is read newest first, in pages [messages/get_conversation messages/get_conversation.conversation_id messages/get_conversation.count messages/get_conversation.cursor]', async () => {
    const account = await sandbox.account();
    const ada = await sandbox.person({ degree: 1 });
    const texts = Array.from({ length: 12 }, (_, index) => `message ${index}`);
    for (const message_text of texts) {
      await sandbox.act('messages', account, 'send', { profile_url: ada.url, message_text });
    }
    const { conversation_id } = (await inbox(account)).conversations[0];
    const read = (params: object) =>
      sandbox.act('messages', account, 'get_conversation', { conversation_id, ...params });
    expect((await read({})).total_results).toBe(10);
    const pages = await pageThrough((cursor) => read({ count: 5, cursor }));
    const messages = pages.flatMap((page) => page.messages);
    expect(messages.map(({ text }: Json) => text)).toEqual([...texts].reverse());
    expect(messages[0]).toEqual({
      message_id: expect.any(String),
      text: 'message 11',
      time: expect.any(Number),
      sender: {
        name: expect.any(String),
        headline: expect.any(String),
        profile_url: expect.any(String),
        profile_picture: expect.any(String),
        is_me: true,
      },
      attachments: [],
    });
    expect(await charged(account, 'get_conversation', { conversation_id, count: 12 })).toBe(2);
    const nowhere = { conversation_id: 'conversation_unknown' };
    expect(await sandbox.refusal('messages', account, 'get_conversation', nowhere)).toBe('INVALID_PARAMS');
    expect(await sandbox.refusal('messages', account, 'get_conversation', {})).toBe('INVALID_PARAMS');
  });

  it('is of no other account, not even of the same owner, and of no other inbox', async () => {
    const [account, other] = [await sandbox.account(), await sandbox.account()];
    const ada = await sandbox.person({ degree: 1 });
    const sent = await sandbox.act('messages', account, 'send', { profile_url: ada.url, message_text: 'Hello' });
    const { conversation_id } = sent.data;
    expect(await sandbox.refusal('messages', other, 'get_conversation', { conversation_id })).toBe('INVALID_PARAMS');
    const premium = { conversation_id, premium_nav: true };
    expect(await sandbox.refusal('messages', account, 'get_conversation', premium)).toBe('INVALID_PARAMS');
  });
});

describe('the premium inbox', () => {
  it('has its own ids and its own fields [messages/list_inbox.premium_nav messages/get_conversation.premium_nav record/premium_conversation.*]', async () => {
    const account = await sandbox.account({ name: 'Sam Seller' });
    const ada = await sandbox.person({ degree: 2, full_name: 'Ada Quill' });
    const sent = await sandbox.act('messages', account, 'send', {
      profile_url: ada.url,
      inmail: true,
      subject: 'A role',
      message_text: 'Hello',
    });
    const { threadId, messageId } = sent.data.value;
    const them = {
      name: 'Ada Quill',
      first_name: 'Ada',
      last_name: 'Quill',
      profile_url: ada.url,
      profile_picture: expect.stringMatching(/^https:/),
      connection_level: '2nd',
      recipient_urn: sent.recipient_urn,
      sales_nav_url: expect.stringMatching(/^https:\/\/professional\.example\/sales\/lead\//),
    };
    const me = { name: 'Sam Seller', first_name: 'Sam', last_name: 'Seller', is_me: true };
    expect((await inbox(account, { premium_nav: true })).conversations).toEqual([
      {
        conversation_id: threadId,
        participant: them,
        last_message: {
          text: 'Hello',
          subject: 'A role',
          time: expect.any(Number),
          sender: expect.objectContaining(me),
        },
        unread: 0,
        type: 'inmail',
        total_message_count: 1,
        archived: false,
      },
    ]);
    await act(ada.slug, account, { channel: 'inmail', text: 'Tell me more' });
    const read = { conversation_id: threadId, premium_nav: true };
    const { messages } = await sandbox.act('messages', account, 'get_conversation', read);
    expect(messages).toEqual([
      {
        message_id: expect.any(String),
        text: 'Tell me more',
        subject: 'A role',
        time: expect.any(Number),
        sender: { ...them, is_me: false },
        attachments: [],
      },
      {
        message_id: messageId,
        text: 'Hello',
        subject: 'A role',
        time: expect.any(Number),
        sender: expect.objectContaining(me),
        attachments: [],
      },
    ]);
    expect((await inbox(account, { premium_nav: true })).conversations).toMatchObject([
      {
        total_message_count: 2,
        unread: 1,
        last_message: { text: 'Tell me more', subject: 'A role', sender: { is_me: false } },
      },
    ]);
    // The two id spaces are not interchangeable.
    const classic = { conversation_id: threadId };
    expect(await sandbox.refusal('messages', account, 'get_conversation', classic)).toBe('INVALID_PARAMS');
    expect((await inbox(account)).conversations).toEqual([]);
  });

  it('opens to whom its lead URL and its urn name alike', async () => {
    const account = await sandbox.account();
    const ada = await sandbox.person();
    await sandbox.act('messages', account, 'send', { profile_url: ada.url, inmail: true, message_text: 'One' });
    const [thread] = (await inbox(account, { premium_nav: true })).conversations;
    for (const recipient_urn of [thread.participant.recipient_urn, thread.participant.sales_nav_url]) {
      const sent = await sandbox.act('messages', account, 'send', { recipient_urn, message_text: 'Again' });
      expect(sent.data.value.threadId).toBe(thread.conversation_id);
    }
  });

  it('needs a premium seat', async () => {
    const account = await sandbox.account({ products: ['classic'] });
    for (const [action, params] of [
      ['list_inbox', { premium_nav: true }],
      ['get_conversation', { conversation_id: 'thread_1', premium_nav: true }],
    ] as const) {
      expect(await sandbox.refusal('messages', account, action, params)).toBe('NO_PREMIUM_SEAT');
    }
  });
});
