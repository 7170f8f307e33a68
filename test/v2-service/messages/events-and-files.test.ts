import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';
import { mediaFile, PNG, wav } from './files.ts';

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account({ name: 'Sam Seller' });
  await sandbox.watch(account);
});
afterAll(() => sandbox.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are what is under test, so their shape is asserted, not typed.
type Json = any;

const send = (params: object) => sandbox.act('messages', account, 'send', { message_text: 'Hello', ...params });
const act = (slug: string, body: object = {}) =>
  sandbox.control('POST', `/people/${slug}/act`, { account_id: account, do: 'reply', ...body });
const lastEvent = async (of = account): Promise<Json> => (await sandbox.events(of)).at(-1);
const attached = (name: string, bytes: Buffer | string) => ({ name, data: Buffer.from(bytes).toString('base64') });

describe('message events', () => {
  it('report the classic inbox in both directions [event/message.* event/envelope.* filter/message_received events#1]', async () => {
    const ada = await sandbox.person({ degree: 1, full_name: 'Ada Quill' });
    const { data } = await send({ profile_url: ada.url });
    const envelope = await lastEvent();
    const me = envelope.event.sender;
    expect(envelope).toMatchObject({ account_id: account, account_name: 'Sam Seller', platform: 'professional' });
    expect(envelope.event).toEqual({
      type: 'message',
      inbox: 'classic',
      timestamp: new Date(data.deliveredAt).toISOString(),
      message_text: 'Hello',
      sender: { name: 'Sam Seller', profile_url: expect.stringMatching(/\/in\/ACo/) },
      conversation: {
        participants: [me, { name: 'Ada Quill', profile_url: ada.id_url }],
        is_group_chat: false,
        unread_count: 0,
      },
      metadata: {
        entity_urn: data.entityUrn,
        conversation_urn: data.conversation_id,
        delivered_at: data.deliveredAt,
        read_status: true,
      },
      has_attachments: false,
      attachments: [],
      message_type: 'TEXT',
    });
    await act(ada.slug, { text: 'Hi' });
    const answer = (await lastEvent()).event;
    expect(answer).toMatchObject({
      message_text: 'Hi',
      sender: { name: 'Ada Quill', profile_url: ada.id_url },
      conversation: { unread_count: 1 },
      metadata: { conversation_urn: data.conversation_id, read_status: false },
      // What it answers.
      reply_to: {
        message_text: 'Hello',
        sender_name: 'Sam Seller',
        sender_profile_url: me.profile_url,
        timestamp: envelope.event.timestamp,
      },
    });
  });

  it('have no reply_to where nothing was answered', async () => {
    const ada = await sandbox.person();
    await act(ada.slug, { text: 'Are you hiring?' });
    expect(await lastEvent()).not.toHaveProperty('event.reply_to');
  });

  it('call a message MEDIA when it is a file without a text [event/message.message_type]', async () => {
    const ada = await sandbox.person();
    await act(ada.slug, { attachments: [attached('photo.png', PNG)] });
    expect((await lastEvent()).event).toMatchObject({
      message_type: 'MEDIA',
      message_text: '',
      has_attachments: true,
      attachments: [{ name: 'photo.png' }],
    });
    await act(ada.slug, { text: 'See above', attachments: [attached('photo.png', PNG)] });
    expect((await lastEvent()).event).toMatchObject({ message_type: 'TEXT', has_attachments: true });
  });

  it('report what becomes of an InMail [event/message.inbox event/message.message_type]', async () => {
    const types = async (slug: string) =>
      (await sandbox.events(account))
        .map(({ event }: Json) => event)
        .filter(({ conversation }: Json) => JSON.stringify(conversation).includes(slug))
        .map(({ inbox, message_type, message_text }: Json) => [inbox, message_type, message_text]);
    const premium = 'premium_navigator';
    const keen = await sandbox.person();
    await send({ profile_url: keen.url, inmail: true });
    await act(keen.slug, { channel: 'inmail', text: 'Tell me more' });
    await act(keen.slug, { channel: 'inmail', text: 'Well?' });
    await send({ profile_url: keen.url, inmail: true });
    await act(keen.slug, { do: 'decline_inmail' });
    expect(await types(keen.id_url)).toEqual([
      [premium, 'INMAIL', 'Hello'],
      [premium, 'INMAIL_ACCEPT', 'Tell me more'],
      [premium, 'MESSAGE', 'Well?'],
      [premium, 'INMAIL', 'Hello'],
      [premium, 'INMAIL_DECLINE', ''],
    ]);
    expect(await lastEvent()).not.toHaveProperty('event.reply_to');
  });

  it('report no decline of who has answered before it was due', async () => {
    const behavior = { replies_after: { inmail: 'PT1H' }, declines_inmail_after: 'PT2H' };
    const ada = await sandbox.person({ behavior });
    await send({ profile_url: ada.url, inmail: true });
    await sandbox.advance('P1D');
    await eventually(async () => {
      const { rows } = await sandbox.service.db.query('select 1 from sandbox_agenda where account_id = $1', [account]);
      expect(rows).toEqual([]);
    });
    expect((await lastEvent()).event).toMatchObject({ message_type: 'INMAIL_ACCEPT' });
  });
});

describe('attachments', () => {
  it('have every field of the specification, the same in events and conversations [event/attachment.* event/message.attachments event/message.has_attachments]', async () => {
    const ada = await sandbox.person({ degree: 1 });
    const media_files = [
      mediaFile('photo.png', PNG),
      mediaFile('note.wav', wav(2)),
      mediaFile('clip.mp4', 'no film'),
      mediaFile('funny.gif', 'GIF89a'),
      mediaFile('cv.pdf', '%PDF-1.7'),
      mediaFile('thing.zzz', 'x'),
    ];
    const { data } = await send({ profile_url: ada.url, media_files });
    const { attachments } = (await lastEvent()).event;
    const common = {
      asset_urn: expect.stringMatching(/^urn:/),
      url: expect.stringMatching(/^https:\/\/media\.professional\.example\//),
      download_url: expect.stringMatching(`^${sandbox.url}/v2/messages/attachment\\?`),
    };
    const playing = { thumbnail_url: expect.any(String) };
    expect(attachments).toEqual([
      { ...common, type: 'image', name: 'photo.png', mime_type: 'image/png', byte_size: PNG.length },
      {
        ...common,
        ...playing,
        type: 'audio',
        name: 'note.wav',
        mime_type: 'audio/wav',
        byte_size: wav(2).length,
        duration_ms: 2000,
        voice_message: true,
      },
      { ...common, ...playing, type: 'video', name: 'clip.mp4', mime_type: 'video/mp4', byte_size: 7, duration_ms: 0 },
      { ...common, type: 'gif', name: 'funny.gif', mime_type: 'image/gif', byte_size: 6 },
      { ...common, type: 'file', name: 'cv.pdf', mime_type: 'application/pdf', byte_size: 8 },
      { ...common, type: 'unknown', name: 'thing.zzz', mime_type: 'application/octet-stream', byte_size: 1 },
    ]);
    const { conversation_id } = data;
    const read = await sandbox.act('messages', account, 'get_conversation', { conversation_id });
    expect(read.messages[0].attachments).toEqual(attachments);
  });
});

describe('an attachment', () => {
  const download = (url: string, key: string | null = sandbox.key) =>
    fetch(url, { headers: key === null ? {} : { 'x-api-key': key } });
  const received = async (name: string, bytes: Buffer | string): Promise<Json> => {
    const ada = await sandbox.person();
    await act(ada.slug, { text: 'Look', attachments: [attached(name, bytes)] });
    return (await lastEvent()).event.attachments[0];
  };
  const at = (attachment: Json, changes: Record<string, string | null> = {}) => {
    const url = new URL(attachment.download_url);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return url.href;
  };

  it('is downloaded with its own type, length and name [GET /v2/messages/attachment]', async () => {
    const response = await download(at(await received('Résumé "2".png', PNG)));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-length')).toBe(String(PNG.length));
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="R_sum_ _2_.png"; filename*=UTF-8''R%C3%A9sum%C3%A9%20_2_.png`,
    );
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    const { body } = await sandbox.call('GET', '/v2/logs?action=get_attachment&status=success');
    expect(body.data.items[0]).toMatchObject({ account_id: account, credits_consumed: 0 });
  });

  it('never opens as a page', async () => {
    const response = await download(at(await received('page.html', '<script>alert(1)</script>')));
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  it('that is not there is an envelope [GET /v2/messages/attachment.account_id GET /v2/messages/attachment.conversation_id GET /v2/messages/attachment.asset_urn]', async () => {
    const one = await received('a.txt', 'a');
    const another = await received('b.txt', 'b');
    const asset_urn = one.asset_urn;
    const own = await sandbox.account();
    const lost = await sandbox.account();
    await sandbox.control('POST', `/accounts/${lost}/expire`, {});
    for (const [url, status, code] of [
      [at(one, { asset_urn: null }), 400, 'INVALID_PARAMS'],
      [at(one, { conversation_id: null }), 400, 'INVALID_PARAMS'],
      [at(one, { account_id: null }), 400, 'INVALID_PARAMS'],
      [at(one, { asset_urn: 'urn:asset:none' }), 400, 'INVALID_PARAMS'],
      [at(another, { asset_urn }), 400, 'INVALID_PARAMS'],
      [at(one, { account_id: own }), 400, 'INVALID_PARAMS'],
      [at(one, { account_id: 'acc_unknown' }), 404, 'INVALID_ACCOUNT'],
      [at(one, { account_id: 'acc_unknown', asset_urn: null }), 404, 'INVALID_ACCOUNT'],
      [at(one, { account_id: lost, asset_urn: null }), 403, 'ACCOUNT_INACTIVE'],
    ] as const) {
      const answer = await sandbox.call('GET', url.slice(sandbox.url.length));
      expect(answer, url).toMatchObject({
        status,
        body: { success: false, error: { code }, metadata: { action: 'get_attachment', credits_consumed: 0 } },
      });
    }
    const { body } = await sandbox.call('GET', '/v2/logs?action=get_attachment&status=error');
    expect(body.data.total).toBe(9);
  });

  it("is nobody else's", async () => {
    const one = await received('a.txt', 'a');
    const other = await sandbox.control('POST', '/users', {});
    expect((await download(at(one), other.api_key)).status).toBe(404);
    expect((await download(at(one), null)).status).toBe(403);
    expect((await download(at(one), 'sk_wrong')).status).toBe(403);
  });
});
