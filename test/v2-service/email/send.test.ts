import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let mailbox: string;
let folder: string;
let files: Server;
let filesUrl: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-media-'));
  await writeFile(join(folder, 'terms.txt'), 'on the server');
  files = createServer((request, response) => response.end(`linked ${request.url}`)).listen(0, '127.0.0.1');
  await new Promise((resolve) => files.once('listening', resolve));
  filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  sandbox = await startSandbox({ media_folder: folder });
  mailbox = await sandbox.account({ platform: 'email', email: 'sam@agency.example', name: 'Sam Sender' });
});
afterAll(async () => {
  await sandbox.close();
  files.close();
  await rm(folder, { recursive: true });
});

const send = (params: object, account = mailbox) =>
  sandbox.act('messages', account, 'send', { subject: 'Hello', message_text: 'Hi', ...params });
const call = (params: object, account = mailbox) =>
  sandbox.call('POST', '/v2/messages', { account_id: account, action: 'send', params });
const last = async (who: string) => (await sandbox.received(who)).at(-1);
const file = (name: string, text = name) => ({ filename: name, data: Buffer.from(text).toString('base64') });
const attached = async (who: string) => (await last(who)).attachments.map((one: { name: string }) => one.name);

describe('messages / send on a mailbox [messages/send] [credits#4]', () => {
  it('delivers text and html as given, for one credit [messages/send.to] [messages/send.message_text] [messages/send.html]', async () => {
    const both = { to: 'both@works.example', message_text: 'Plain words', html: '<p>Rich <b>words</b></p>' };
    expect((await call(both)).body.metadata).toMatchObject({ account_id: mailbox, credits_consumed: 1 });
    expect(await last(both.to)).toMatchObject({ kind: 'email', text: both.message_text, html: both.html });
    await send({ to: 'text@works.example', message_text: 'Plain words' });
    expect(await last('text@works.example')).toMatchObject({ text: 'Plain words', html: null });
  });

  it('makes the text from the html where only that is given [messages/send.html]', async () => {
    const html = '<style>p{color:red}</style><p>Dear Jo &amp; Al,</p><p>see <a href="https://x.example/a">this</a></p>';
    expect((await call({ to: 'html@works.example', html })).status).toBe(200);
    expect(await last('html@works.example')).toMatchObject({
      html,
      text: 'Dear Jo & Al,\n\nsee this (https://x.example/a)',
    });
  });

  it('needs a recipient and a text or html [messages/send.to] [messages/send#5]', async () => {
    for (const params of [{ message_text: 'Hi' }, { to: 'a@b.example' }, { to: 'a@b.example', message_text: ' ' }]) {
      expect((await call(params)).body).toMatchObject({
        error: { code: 'INVALID_PARAMS' },
        metadata: { credits_consumed: 0 },
      });
    }
    expect((await call({ to: 'no address', message_text: 'Hi' })).body.error.message).toMatch(/^params\.to: /);
  });

  it('refuses ten thousand recipients, HTML that acts, and headers that would begin others', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `p${index}@works.example`);
    const to = 'hostile@works.example';
    for (const [params, message] of [
      [{ cc: many }, /^params\.to: 10001 recipients with cc and bcc, more than 100/],
      [{ bcc: many.slice(0, 100).join(',') }, /^params\.to: 101 recipients/],
      [{ html: '<p onclick=x()>Hi</p>' }, /^params\.html: has onclick=/],
      [{ html: 'x'.repeat(1_000_001) }, /^params\.html: is longer/],
      [{ subject: 'Hi\r\nBcc: al@works.example' }, /^params\.subject: must not contain line breaks/],
      [{ custom_headers: { 'X-A': 'one\nX-B: two' } }, /^params\.custom_headers/],
      [{ custom_headers: { 'X-A: b\r\nX-B': 'two' } }, /^params\.custom_headers/],
      [{ thread_ref: '<a@b>\r\nX: y' }, /^params\.thread_ref/],
      [{ reply_to: 'a@b.example\nBcc: c@d.example' }, /^params\.reply_to/],
    ] as const) {
      const answer = await call({ to, message_text: 'Hi', ...params });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } });
      expect(answer.body.error.message).toMatch(message);
    }
    expect(await sandbox.received(to)).toEqual([]);
    expect((await call({ to, message_text: 'Hi', bcc: many.slice(0, 99) })).status).toBe(200);
  });

  it('writes subject, reply-to and own headers into the mail [messages/send.subject] [messages/send.reply_to] [messages/send.custom_headers]', async () => {
    await send({
      to: 'head@works.example',
      subject: 'A question',
      reply_to: 'desk@agency.example',
      custom_headers: {
        'X-Campaign': 'spring',
        'List-Unsubscribe': '<https://u.example/1>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    expect(await last('head@works.example')).toMatchObject({
      subject: 'A question',
      headers: {
        Subject: 'A question',
        From: 'Sam Sender <sam@agency.example>',
        'Reply-To': 'desk@agency.example',
        'X-Campaign': 'spring',
        'List-Unsubscribe': '<https://u.example/1>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    const forged = { to: 'a@b.example', message_text: 'Hi', custom_headers: { From: 'ceo@agency.example' } };
    expect((await call(forged)).body.error.code).toBe('INVALID_PARAMS');
  });

  it('reaches people in copy and in blind copy, and shows the blind ones to nobody [messages/send.cc] [messages/send.bcc]', async () => {
    const [seen, hidden] = await Promise.all([
      sandbox.person({ email: 'seen@works.example', behavior: { replies_after: { email: 'PT1H' } } }),
      sandbox.person({ email: 'hidden@works.example' }),
    ]);
    await send({
      to: 'main@works.example',
      cc: 'Seen@works.example, second@works.example',
      bcc: ['hidden@works.example'],
    });
    for (const who of ['main@works.example', seen.slug, 'second@works.example', hidden.slug]) {
      const mail = await last(who);
      expect(mail.headers).toMatchObject({ To: 'main@works.example', Cc: 'Seen@works.example, second@works.example' });
      expect(JSON.stringify(mail.headers)).not.toContain('hidden');
    }
    // A person in copy answers into the thread like the recipient would.
    await sandbox.control('POST', `/people/${seen.slug}/act`, {
      account_id: mailbox,
      do: 'reply',
      text: 'From the copy',
    });
    const { conversations } = await sandbox.act('messages', mailbox, 'list_inbox', { count: 1 });
    expect(conversations[0]).toMatchObject({
      in_reply_to: (await last(seen.slug)).headers['Message-ID'],
      participant: { email: 'seen@works.example' },
    });
  });

  it('goes on in the thread that thread_ref names, with the chain of references and "Re:" [messages/send.thread_ref]', async () => {
    const to = 'chain@works.example';
    const ids: string[] = [];
    for (const thread_ref of [undefined, 0, 1]) {
      const mail = {
        to,
        message_text: 'Hi',
        ...(thread_ref === undefined ? { subject: 'Plan' } : { thread_ref: ids[thread_ref] }),
      };
      ids.push((await call(mail)).body.data.data.message_id);
    }
    const { headers, subject } = await last(to);
    expect(subject).toBe('Re: Plan');
    expect(headers).toMatchObject({ 'In-Reply-To': ids[1], References: `${ids[0]} ${ids[1]}` });
    const found = await sandbox.act('messages', mailbox, 'search', { query: `to:${to}` });
    expect(new Set(found.conversations.map((one: { conversation_id: string }) => one.conversation_id)).size).toBe(1);
  });

  it('still sends where thread_ref names a mail that the mailbox does not have [messages/send.thread_ref]', async () => {
    const params = { to: 'lost@works.example', thread_ref: 'elsewhere@other.example' };
    const first = await send(params);
    expect((await last(params.to)).headers).toMatchObject({
      'In-Reply-To': '<elsewhere@other.example>',
      References: '<elsewhere@other.example>',
    });
    await send(params);
    const { conversations } = await sandbox.act('messages', mailbox, 'search', { query: `to:${params.to}` });
    expect(conversations).toHaveLength(2);
    expect(conversations[1].message_id).toBe(first.data.message_id);
    expect(conversations[0].conversation_id).toBe(conversations[1].conversation_id);
  });

  it('delivers to a person whatever their domain, to nobody only under .example, and leaves nothing behind when refused', async () => {
    await sandbox.person({ email: 'jo@gmail.com' });
    await send({ to: 'jo@gmail.com' });
    const before = await sandbox.act('messages', mailbox, 'search', { query: 'in:anywhere' });
    const refused = await call({ to: 'jo@gmail.com', cc: 'someone@real.test', message_text: 'Hi' });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { code: 'CHANNEL_ERROR' }, metadata: { credits_consumed: 0 } },
    });
    expect(await sandbox.received('jo@gmail.com')).toHaveLength(1);
    expect(await sandbox.act('messages', mailbox, 'search', { query: 'in:anywhere' })).toMatchObject({
      total_results: before.total_results,
      conversations: [{ message_id: before.conversations[0].message_id }, ...Array(before.total_results - 1).fill({})],
    });
  });
});

describe('files of a mail', () => {
  it('come from every media param, whole, for one credit [messages/send.media_link] [messages/send.media_file] [messages/send.media_path] [messages/send.media_links] [messages/send.media_files]', async () => {
    const to = 'files@works.example';
    const mail = { to, message_text: 'See attached' };
    expect((await call({ ...mail, media_file: file('cv.txt', 'I can') })).body.metadata.credits_consumed).toBe(1);
    expect((await last(to)).attachments).toEqual([{ name: 'cv.txt', size: 5 }]);
    await call({ ...mail, media_path: 'terms.txt' });
    expect((await last(to)).attachments).toEqual([{ name: 'terms.txt', size: 13 }]);
    await call({ ...mail, media_link: `${filesUrl}/one.txt`, media_links: [`${filesUrl}/two.txt`] });
    expect(await attached(to)).toEqual(['one.txt', 'two.txt']);
    await call({ ...mail, media_files: [file('a.txt'), file('b.txt')] });
    expect(await attached(to)).toEqual(['a.txt', 'b.txt']);

    const { conversations } = await sandbox.act('messages', mailbox, 'list_inbox', { label_ids: ['sent'], count: 1 });
    expect(conversations[0]).toMatchObject({ has_attachments: true });
    const { conversation_id } = conversations[0];
    const { messages } = await sandbox.act('messages', mailbox, 'get_conversation', { conversation_id });
    expect(messages[0].attachments).toMatchObject([
      { type: 'file', name: 'a.txt', mime_type: 'text/plain', byte_size: 5 },
      { name: 'b.txt' },
    ]);
    const response = await fetch(messages[0].attachments[1].download_url, { headers: { 'x-api-key': sandbox.key } });
    expect(await response.text()).toBe('b.txt');
  });

  it('are used in the order link, file, path where single ones compete, ten at most [messages/send#1] [messages/send#2] [limits#6]', async () => {
    const to = 'order@works.example';
    const all = { media_link: `${filesUrl}/link.txt`, media_file: file('file.txt'), media_path: 'terms.txt' };
    await send({ to, ...all });
    expect(await attached(to)).toEqual(['link.txt']);
    await send({ to, ...all, media_link: undefined });
    expect(await attached(to)).toEqual(['file.txt']);
    const nine = Array.from({ length: 9 }, (_, index) => file(`${index}.txt`));
    await send({ to, media_file: file('first.txt'), media_files: nine });
    expect(await attached(to)).toHaveLength(10);
    const eleven = { to, message_text: 'Hi', media_file: file('first.txt'), media_files: [...nine, file('more.txt')] };
    expect((await call(eleven)).body.error.code).toBe('INVALID_PARAMS');
    expect(await sandbox.received(to)).toHaveLength(3);
  });

  it('that cannot be had keep the whole mail back', async () => {
    const missing = { to: 'missing@works.example', message_text: 'Hi', media_path: '../secret.txt' };
    expect((await call(missing)).body).toMatchObject({
      error: { code: 'INVALID_PARAMS' },
      metadata: { credits_consumed: 0 },
    });
    expect(await sandbox.received(missing.to)).toEqual([]);
  });
});

describe('the receipt of a mail [record/email_receipt.*]', () => {
  it('says who sent it, from which provider to which, and how the mailbox stands [limits#12]', async () => {
    const own = await sandbox.account({ platform: 'email', email: 'sales@gmail.example', daily_limit: 2 });
    const { status, data } = await send({ to: 'someone@googlemail.example' }, own);
    expect(status).toBe('success');
    expect(data).toEqual({
      message_id: expect.stringMatching(/^<.+@gmail\.example>$/),
      sent_from: 'sales@gmail.example',
      esp: 'google',
      recipient_esp: 'google',
      home_court: true,
      over_cap: false,
      mailbox_health: { sends_today: 1, daily_limit: 2, bounce_rate: 0 },
    });
    const far = (await send({ to: 'someone@outlook.example' }, own)).data;
    expect(far).toMatchObject({ esp: 'google', recipient_esp: 'microsoft', home_court: false, over_cap: false });
    const third = (await send({ to: 'someone@works.example' }, own)).data;
    expect(third).toMatchObject({ recipient_esp: 'other', home_court: false, over_cap: true });
    expect(third.mailbox_health).toMatchObject({ sends_today: 3, daily_limit: 2 });
    expect(await sandbox.received('someone@works.example')).toHaveLength(1);
  });

  it('takes the same domain for the same provider where that is another one', async () => {
    expect((await send({ to: 'desk@agency.example' })).data).toMatchObject({ esp: 'other', home_court: true });
    expect((await send({ to: 'desk@works.example' })).data).toMatchObject({
      recipient_esp: 'other',
      home_court: false,
    });
  });
});

describe('mail between mailboxes of one owner', () => {
  it('arrives in the other inbox with an event, its files and its thread, and can be answered from there', async () => {
    const [left, right] = await Promise.all([
      sandbox.account({ platform: 'email', email: 'left@agency.example', name: 'Left' }),
      sandbox.account({ platform: 'email', email: 'right@agency.example', name: 'Right' }),
    ]);
    await sandbox.watch(right);
    const sent = await send({ to: 'Right@agency.example', media_file: file('plan.txt') }, left);
    const { conversations } = await sandbox.act('messages', right, 'list_inbox', {});
    expect(conversations).toMatchObject([
      {
        message_id: sent.data.message_id,
        participant: { name: 'Left', email: 'left@agency.example' },
        unread: 1,
        has_attachments: true,
      },
    ]);
    expect((await sandbox.events(right)).map(({ event }) => event)).toMatchObject([
      {
        type: 'message',
        message_id: sent.data.message_id,
        sender: { email: 'left@agency.example', is_self_sent: false },
      },
    ]);
    const answer = await send({ to: 'left@agency.example', thread_ref: sent.data.message_id }, right);
    const inbox = await sandbox.act('messages', left, 'list_inbox', {});
    expect(inbox.conversations).toMatchObject([
      { message_id: answer.data.message_id, in_reply_to: sent.data.message_id, unread: 1 },
    ]);
    const { conversation_id } = inbox.conversations[0];
    const thread = await sandbox.act('messages', left, 'get_conversation', { conversation_id });
    expect(thread.messages.map((one: { message_id: string }) => one.message_id)).toEqual([
      answer.data.message_id,
      sent.data.message_id,
    ]);
    const files = await sandbox.act('messages', right, 'get_conversation', {
      conversation_id: conversations[0].conversation_id,
    });
    expect(files.messages[1].attachments).toMatchObject([{ name: 'plan.txt' }]);
  });

  it('to oneself is one mail, sent and received', async () => {
    const own = await sandbox.account({ platform: 'email', email: 'note@agency.example' });
    await sandbox.watch(own);
    await send({ to: 'note@agency.example' }, own);
    expect((await sandbox.act('messages', own, 'list_inbox', { unread_only: true })).conversations).toHaveLength(1);
    expect((await sandbox.events(own)).map(({ event }) => event)).toMatchObject([
      { sender: { is_self_sent: true } },
      { sender: { is_self_sent: true } },
    ]);
  });

  it('does not cross into the world of another owner', async () => {
    const other = await sandbox.control('POST', '/users', {});
    const made = await sandbox.call(
      'POST',
      '/sandbox/accounts',
      { platform: 'email', email: 'far@agency.example' },
      other.api_key,
    );
    await send({ to: 'far@agency.example' });
    const inbox = { account_id: made.body.account_id, action: 'list_inbox', params: {} };
    expect((await sandbox.call('POST', '/v2/messages', inbox, other.api_key)).body.data.conversations).toEqual([]);
  });
});
