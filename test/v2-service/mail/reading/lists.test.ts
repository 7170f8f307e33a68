import { afterAll, describe, expect, it } from 'vitest';
import { parseMailQuery } from '../../../../src/v2/service/channels/mail-query.ts';
import { type RealMailbox, type RealMailboxes, sourceOf, startRealMailboxes } from './real-mailboxes.ts';

const world = await startRealMailboxes();
const real = world as RealMailboxes;
afterAll(() => world?.close());

async function given<T>(outcome: Promise<{ ok: true; value: T } | { ok: false; refusal: object }>): Promise<T> {
  const got = await outcome;
  if (!got.ok) throw new Error(`refused: ${JSON.stringify(got.refusal)}`);
  return got.value;
}
const inbox = { labels: ['inbox'], unread_only: false, count: 10, cursor: null } as const;
const list = (box: RealMailbox, query: object = {}) => given(box.listInbox({ ...inbox, ...query }));
const texts = (items: readonly { last_message: { text: string } }[]) => items.map((one) => one.last_message.text);
async function search(box: RealMailbox, query: string, page: object = {}) {
  const reading = parseMailQuery(query);
  if (!reading.ok) throw new Error(reading.error);
  return given(box.search({ query, terms: reading.terms, count: 10, cursor: null, ...page }));
}

describe.skipIf(world === null)('list_inbox of a real mailbox', () => {
  it('maps each thread to a conversation, as the sandbox does', async () => {
    const box = await real.open();
    const sent = await inSent(box, {
      to: 'Ada Byron <ada@inbox.example>',
      subject: 'Plan',
      headers: { 'X-Campaign': 'spring' },
    });
    const id = await box.deliver({
      from: 'Ada Byron <ada@inbox.example>',
      subject: 'Re: Plan',
      text: 'Gladly.\r\n\r\nTell me more.',
      headers: { 'In-Reply-To': sent, References: sent },
    });
    const { items, next_cursor } = await list(box);
    expect(next_cursor).toBeNull();
    expect(items).toEqual([
      {
        conversation_id: expect.any(String),
        id: expect.any(String),
        message_id: id,
        in_reply_to: sent,
        participant: { name: 'Ada Byron', email: 'ada@inbox.example' },
        last_message: {
          text: 'Gladly. Tell me more.',
          subject: 'Re: Plan',
          time: expect.any(Number),
          sender: { name: 'Ada Byron', email: 'ada@inbox.example', is_me: false },
        },
        unread: 1,
        is_bounce: false,
        has_attachments: false,
        headers: {},
      },
    ]);
    expect((await list(box, { labels: ['sent'] })).items).toMatchObject([
      {
        conversation_id: items[0]?.conversation_id,
        message_id: sent,
        participant: { name: 'Ada Byron', email: 'ada@inbox.example' },
        last_message: { sender: { name: 'Sam', is_me: true } },
        headers: { 'X-Campaign': 'spring' },
      },
    ]);
  });

  it('pages newest first, without repeats when mail comes in between', async () => {
    const box = await real.open();
    for (let i = 1; i <= 12; i++) await box.deliver({ from: 'many@inbox.example', text: `mail ${i}` });
    const first = await list(box, { count: 5 });
    expect(texts(first.items)).toEqual(['mail 12', 'mail 11', 'mail 10', 'mail 9', 'mail 8']);
    await box.deliver({ from: 'many@inbox.example', text: 'later' });
    const second = await list(box, { count: 5, cursor: first.next_cursor });
    expect(texts(second.items)).toEqual(['mail 7', 'mail 6', 'mail 5', 'mail 4', 'mail 3']);
    const third = await list(box, { count: 5, cursor: second.next_cursor });
    expect(texts(third.items)).toEqual(['mail 2', 'mail 1']);
    expect(third.next_cursor).toBeNull();
    expect(await box.listInbox({ ...inbox, labels: ['sent'], cursor: first.next_cursor })).toMatchObject({
      ok: false,
      refusal: { kind: 'invalid' },
    });
  });

  it('shows, moves and marks in the folders that list_labels names', async () => {
    const box = await real.open();
    for (const text of ['stays', 'is kept', 'is thrown away']) {
      await box.deliver({ from: 'folders@inbox.example', text });
    }
    await inSent(box, { to: 'nobody@inbox.example', text: 'sent by us' });
    const before = (await list(box)).items;
    expect(texts(before)).toEqual(expect.arrayContaining(['sent by us', 'is thrown away', 'is kept', 'stays']));
    const [thrown, kept] = before.filter(({ last_message }) => last_message.text.startsWith('is '));
    const change = (id: string | undefined, what: 'archive' | 'trash' | 'mark_as_read') =>
      given(box.change({ conversation_id: id ?? '', message_ids: null }, what));
    expect(await change(kept?.conversation_id, 'archive')).toEqual({ updated: 1 });
    expect(await change(thrown?.conversation_id, 'trash')).toEqual({ updated: 1 });
    expect(await change(thrown?.conversation_id, 'mark_as_read')).toEqual({ updated: 1 });
    expect(await given(box.listLabels())).toEqual([
      { id: 'inbox', name: 'INBOX', unread: 1 },
      { id: 'sent', name: 'Sent', unread: 0 },
      { id: 'archive', name: 'Archive', unread: 1 },
      { id: 'trash', name: 'Trash', unread: 0 },
    ]);
    expect(texts((await list(box)).items).toSorted()).toEqual(['sent by us', 'stays']);
    expect(texts((await list(box, { labels: ['archive'] })).items)).toEqual(['is kept']);
    expect(texts((await list(box, { labels: ['trash'] })).items)).toEqual(['is thrown away']);
    expect(texts((await list(box, { unread_only: true })).items)).toEqual(['stays']);
  });

  it('sees what another mail program did: read, moved, deleted', async () => {
    const box = await real.open();
    for (const text of ['read', 'moved', 'deleted', 'left']) await box.deliver({ from: 'other@inbox.example', text });
    expect(texts((await list(box)).items)).toEqual(['left', 'deleted', 'moved', 'read']);
    await box.client(async (client) => {
      await client.mailboxOpen('INBOX');
      await client.messageFlagsAdd('1', ['\\Seen']);
      await client.messageMove('2', 'Archive');
      await client.messageDelete('2');
    });
    expect((await list(box)).items.map(({ last_message, unread }) => [last_message.text, unread])).toEqual([
      ['left', 1],
      ['read', 0],
    ]);
    expect(texts((await list(box, { labels: ['archive'] })).items)).toEqual(['moved']);
  });
});

describe.skipIf(world === null)('get_conversation of a real mailbox', () => {
  it('gives the thread newest first, by references, also of a mail that answers two threads', async () => {
    const box = await real.open();
    const one = await box.deliver({ from: 'ada@read.example', text: 'one' });
    const two = await box.deliver({ from: 'bob@read.example', text: 'two' });
    const apart = (await list(box)).items;
    expect(new Set(apart.map(({ conversation_id }) => conversation_id)).size).toBe(2);
    await box.deliver({ from: 'ada@read.example', text: 'both', headers: { References: `${one} ${two}` } });
    for (const { conversation_id } of apart) {
      const { items } = await given(box.getConversation({ conversation_id, count: 2, cursor: null }));
      expect(items.map(({ text }) => text.trim())).toEqual(['both', 'two']);
    }
    expect(await box.getConversation({ conversation_id: 'thread_none', count: 1, cursor: null })).toMatchObject({
      ok: false,
      refusal: { kind: 'not_found' },
    });
  });

  it('puts an answer without references to the last mail of that subject with that person', async () => {
    const box = await real.open();
    await inSent(box, { to: 'ada@old.example', subject: 'Offer' });
    await inSent(box, { to: 'bob@old.example', subject: 'Offer' });
    await box.deliver({ from: 'ada@old.example', subject: 'AW: RE: Offer', text: 'fine' });
    await box.deliver({ from: 'ada@old.example', subject: 'Offer', text: 'another matter' });
    const { items } = await list(box);
    const sizes = await Promise.all(
      items.map(
        async ({ conversation_id }) =>
          (await given(box.getConversation({ conversation_id, count: 9, cursor: null }))).items.length,
      ),
    );
    expect(sizes.toSorted()).toEqual([1, 1, 2]);
  });
});

describe.skipIf(world === null)('search in a real mailbox', () => {
  it('finds by sender, subject, words of the text, place and state', async () => {
    const box = await real.open();
    await box.deliver({ from: 'Ada Byron <ada@stones.example>', subject: 'Offer', text: 'the price is 10 =E2=82=AC' });
    await box.deliver({ from: 'bob@stones.example', subject: 'Salary', text: 'about the offer' });
    const found = async (query: string) =>
      (await search(box, query)).items.map(({ last_message }) => last_message.subject);
    expect(await found('offer')).toEqual(['Salary', 'Offer']);
    expect(await found('offer -subject:offer')).toEqual(['Salary']);
    expect(await found('from:byron')).toEqual(['Offer']);
    expect(await found('price')).toEqual(['Offer']);
    expect(await found('-price')).toEqual(['Salary']);
    expect(await found('is:read')).toEqual([]);
    const [first] = (await search(box, 'offer', { count: 1 })).items;
    expect(await found(`rfc822msgid:${first?.message_id}`)).toEqual(['Salary']);
    const page = await search(box, 'offer', { count: 1 });
    expect((await search(box, 'offer', { count: 1, cursor: page.next_cursor })).items).toMatchObject([
      { last_message: { subject: 'Offer' } },
    ]);
    await given(box.change({ conversation_id: null, message_ids: [first?.message_id ?? ''] }, 'trash'));
    expect(await found('offer')).toEqual(['Offer']);
    expect(await found('offer in:trash')).toEqual(['Salary']);
  });
});

/** As another mail program leaves what it sent. */
async function inSent(
  box: RealMailbox,
  mail: { to: string; subject?: string; text?: string; headers?: Record<string, string> },
): Promise<string> {
  const { source, id } = sourceOf({ from: `Sam <${box.email}>`, ...mail });
  await box.client((client) => client.append('Sent', source, ['\\Seen']));
  return id;
}
