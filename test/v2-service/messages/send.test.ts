import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';
import { type FileServer, mediaFile, PNG, serve, startFileServer, wav } from './files.ts';

let sandbox: Sandbox;
let files: FileServer;
let folder: string;
let account: string;
let friend: Awaited<ReturnType<Sandbox['person']>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'send-'));
  writeFileSync(join(folder, 'offer.pdf'), 'offer');
  files = await startFileServer({ '/photo.png': serve(PNG, { 'content-type': 'image/png' }) });
  sandbox = await startSandbox({ media_folder: folder });
  account = await sandbox.account({ name: 'Sam Seller' });
  friend = await sandbox.person({ degree: 1, full_name: 'Ada Quill' });
});
afterAll(async () => {
  await sandbox.close();
  await files.close();
  rmSync(folder, { recursive: true });
});

const send = (params: object, from = account) =>
  sandbox.call('POST', '/v2/messages', { account_id: from, action: 'send', params });
const toFriend = (params: object) => send({ profile_url: friend.url, message_text: 'Hello', ...params });
const lastReceived = async (slug = friend.slug) => (await sandbox.received(slug)).at(-1);
const balance = async () => (await sandbox.call('GET', '/v2/credits')).body.data.credits_remaining;

describe('a message on the professional channel', () => {
  it('reaches the person, and answers with its ids and time [messages/send messages/send.message_text messages/send.profile_url record/message_receipt.*]', async () => {
    const { status, body } = await toFriend({ subject: 'Not an InMail' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      status: 'success',
      data: {
        entityUrn: expect.any(String),
        conversation_id: expect.any(String),
        deliveredAt: expect.any(Number),
      },
    });
    expect(Math.abs(body.data.data.deliveredAt - sandbox.service.clock.now())).toBeLessThan(60_000);
    expect(body.metadata).toMatchObject({ action: 'send', account_id: account, credits_consumed: 1 });
    // spec: a subject alone does not trigger an InMail.
    expect(await lastReceived()).toMatchObject({ kind: 'message', text: 'Hello', subject: null, attachments: [] });
  });

  it('needs a text and a profile [messages/send#5]', async () => {
    for (const params of [
      { profile_url: friend.url },
      { profile_url: friend.url, message_text: ' ' },
      { profile_url: friend.url, media_file: mediaFile('a.png', PNG) },
      { message_text: 'Hello' },
      { profile_url: friend.url, message_text: 'Hello', inMail: true },
    ]) {
      const answer = await send(params);
      expect(answer.status, JSON.stringify(params)).toBe(400);
      expect(answer.body.error.code).toBe('INVALID_PARAMS');
    }
  });

  it('costs 2 with media, 1 without; a mail and an InMail with media do not [credits#4]', async () => {
    const before = await balance();
    const media = { media_file: mediaFile('a.png', PNG) };
    expect((await toFriend(media)).body.metadata.credits_consumed).toBe(2);
    expect((await toFriend({})).body.metadata.credits_consumed).toBe(1);
    expect(await balance()).toBe(before - 3);

    const mailbox = await sandbox.account({ platform: 'email' });
    const mail = { to: 'someone@shop.example', message_text: 'Hello', inmail: true, ...media };
    expect((await send(mail, mailbox)).body.metadata.credits_consumed).toBe(1);
    expect((await toFriend({ inmail: true, ...media })).body.metadata.credits_consumed).toBe(0);
  });

  it('is refused without the credits that its media cost, before a file is fetched', async () => {
    const fetched = files.seen.length;
    await sandbox.control('POST', '/credits', { set: 1 });
    const answer = await toFriend({ media_link: `${files.url}/photo.png` });
    expect(answer).toMatchObject({ status: 402, body: { error: { code: 'INSUFFICIENT_CREDITS' } } });
    expect(files.seen).toHaveLength(fetched);
    await sandbox.control('POST', '/credits', { set: 10_000 });
  });
});

describe('media on the professional channel', () => {
  it('arrive with their names and sizes, from wherever they come [messages/send.media_link messages/send.media_file messages/send.media_path sandbox GET /sandbox/people/{public_identifier}/received]', async () => {
    for (const [params, name, size] of [
      [{ media_link: `${files.url}/photo.png` }, 'photo.png', PNG.length],
      [{ media_file: mediaFile('notes.txt', 'notes') }, 'notes.txt', 5],
      [{ media_path: 'offer.pdf' }, 'offer.pdf', 5],
    ] as const) {
      expect((await toFriend(params)).status).toBe(200);
      expect((await lastReceived()).attachments).toEqual([{ name, size }]);
    }
  });

  it('are up to ten, plural and single ones together [messages/send#2 messages/send.media_links messages/send.media_files limits#6]', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => mediaFile(`${index}.txt`, 'x'));
    const ten = { media_link: `${files.url}/photo.png`, media_links: [`${files.url}/photo.png`] };
    expect((await toFriend({ ...ten, media_files: many(8) })).status).toBe(200);
    expect((await lastReceived()).attachments).toHaveLength(10);
    const eleven = await toFriend({ ...ten, media_files: many(9) });
    expect(eleven).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } });
    expect(eleven.body.error.message).toMatch(/at most 10 files/);
  });

  it('count by the first of the single-file params [messages/send#1]', async () => {
    await toFriend({ media_file: mediaFile('second.txt', 'x'), media_path: 'offer.pdf' });
    expect((await lastReceived()).attachments).toEqual([{ name: 'second.txt', size: 1 }]);
  });

  it('that cannot be had are INVALID_PARAMS, with nothing sent and nothing charged', async () => {
    const items = (await sandbox.received(friend.slug)).length;
    const before = await balance();
    for (const params of [
      { media_link: `${files.url}/none.png` },
      { media_link: 'ftp://files.example/a.png' },
      { media_path: '../secret' },
      { media_file: { data: 'not base64!', filename: 'a.png' } },
      { media_file: { data: 'YQ==' } },
      { media_links: `${files.url}/photo.png` },
    ]) {
      const answer = await toFriend(params);
      expect(answer.status, JSON.stringify(params)).toBe(400);
      expect(answer.body).toMatchObject({ error: { code: 'INVALID_PARAMS' }, metadata: { credits_consumed: 0 } });
    }
    expect(await sandbox.received(friend.slug)).toHaveLength(items);
    expect(await balance()).toBe(before);
  });

  it('are voice notes where they are audio, of one minute at most [messages/send#3 messages/send.voice_message limits#7]', async () => {
    expect((await toFriend({ media_file: mediaFile('note.wav', wav(60)) })).status).toBe(200);
    expect((await lastReceived()).attachments).toEqual([{ name: 'note.wav', size: wav(60).length }]);
    const items = (await sandbox.received(friend.slug)).length;
    for (const params of [
      { media_file: mediaFile('note.wav', wav(61)) },
      { media_file: mediaFile('note', wav(61)), voice_message: true },
    ]) {
      const answer = await toFriend(params);
      expect(answer).toMatchObject({
        status: 422,
        body: { error: { code: 'CHANNEL_ERROR', sub_code: 'VOICE_NOTE_TOO_LONG' }, metadata: { credits_consumed: 0 } },
      });
    }
    expect(await sandbox.received(friend.slug)).toHaveLength(items);
    // Without the flag a file of no known name is no voice note.
    expect((await toFriend({ media_file: mediaFile('note', wav(61)) })).status).toBe(200);
  });

  it('are sent once under one Idempotency-Key', async () => {
    const items = (await sandbox.received(friend.slug)).length;
    const body = {
      account_id: account,
      action: 'send',
      params: { profile_url: friend.url, message_text: 'Once', media_link: `${files.url}/photo.png` },
    };
    const post = () =>
      fetch(`${sandbox.url}/v2/messages`, {
        method: 'POST',
        headers: { 'x-api-key': sandbox.key, 'content-type': 'application/json', 'idempotency-key': 'media-once' },
        body: JSON.stringify(body),
      });
    const [first, second] = [await post(), await post()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(await first.json());
    expect(await sandbox.received(friend.slug)).toHaveLength(items + 1);
  });
});

describe('an InMail', () => {
  const credits = async (of = account) => (await sandbox.act('balance', of, 'get')).inmail_credits;

  it('costs an InMail credit and no API credit [messages/send.inmail messages/send.subject credits#5 record/inmail_receipt.*]', async () => {
    const person = await sandbox.person();
    const before = [await balance(), await credits()];
    const { body } = await send({ profile_url: person.url, inmail: true, subject: 'A role', message_text: 'Hello' });
    expect(body.data).toEqual({
      status: 'success',
      message: expect.any(String),
      recipient_urn: expect.any(String),
      data: { value: { threadId: expect.any(String), messageId: expect.any(String) } },
    });
    expect(body.metadata.credits_consumed).toBe(0);
    // The balance is asked for 1 credit each time.
    expect(await credits()).toBe((before[1] ?? 0) - 1);
    expect(await lastReceived(person.slug)).toMatchObject({ kind: 'inmail', subject: 'A role', text: 'Hello' });
  });

  it('is what a recipient_urn sends by itself [messages/send.recipient_urn]', async () => {
    const person = await sandbox.person();
    const first = await send({ profile_url: person.url, inmail: true, message_text: 'One' });
    const { recipient_urn } = first.body.data;
    const second = await send({ recipient_urn, message_text: 'Two' });
    expect(second.body.data.recipient_urn).toBe(recipient_urn);
    expect(second.body.data.data.value.threadId).toBe(first.body.data.data.value.threadId);
    expect((await sandbox.received(person.slug)).map(({ kind }) => kind)).toEqual(['inmail', 'inmail']);
    const nobody = await send({ recipient_urn: 'urn:lead:nobody', message_text: 'Three' });
    expect(nobody).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } });
  });

  it('to whom takes none is refused before anything is spent [messages/send#4]', async () => {
    const closed = await sandbox.person({ inmail_restriction: 'RESTRICTED' });
    const before = await credits();
    const answer = await send({ profile_url: closed.url, inmail: true, message_text: 'Hello' });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { code: 'CHANNEL_ERROR', sub_code: 'INMAIL_RESTRICTED' }, metadata: { credits_consumed: 0 } },
    });
    expect(await credits()).toBe(before);
    expect(await sandbox.received(closed.slug)).toEqual([]);
  });

  it('carries files too', async () => {
    const person = await sandbox.person();
    const sent = await send({
      profile_url: person.url,
      inmail: true,
      message_text: 'Hello',
      media_file: mediaFile('cv.pdf', 'cv'),
    });
    expect((await lastReceived(person.slug)).attachments).toEqual([{ name: 'cv.pdf', size: 2 }]);
    const conversation_id = sent.body.data.data.value.threadId;
    const read = await sandbox.act('messages', account, 'get_conversation', { conversation_id, premium_nav: true });
    expect(read.messages[0].attachments).toMatchObject([{ name: 'cv.pdf', byte_size: 2, type: 'file' }]);
  });
});
