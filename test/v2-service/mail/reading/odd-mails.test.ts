import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { type RealMailbox, type RealMailboxes, startRealMailboxes } from './real-mailboxes.ts';

const world = await startRealMailboxes();
const real = world as RealMailboxes;
afterAll(() => world?.close());

const MEGABYTE = 1024 * 1024;

async function first(box: RealMailbox) {
  const listed = await box.listInbox({ labels: ['inbox'], unread_only: false, count: 5, cursor: null });
  if (!listed.ok) throw new Error(JSON.stringify(listed.refusal));
  const [item] = listed.value.items;
  if (!item) throw new Error('the mailbox is empty');
  const { conversation_id } = item;
  const read = await box.getConversation({ conversation_id, count: 5, cursor: null });
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  return { item, message: read.value.items[0], conversation_id };
}

async function digestOf(content: Readable): Promise<{ digest: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { digest: hash.digest('hex'), bytes };
}

describe.skipIf(world === null)('odd mails in a real mailbox', () => {
  it('are read in their charsets, also with bytes in headers that belong in none', async () => {
    const box = await real.open();
    await box.raw(
      Buffer.concat([
        Buffer.from('From: J\xfcrgen <j@out.example>\r\nTo: x@post.example\r\nSubject: Gr\xfc\xdfe \x00\r\n', 'latin1'),
        Buffer.from('Message-ID: <latin@out.example>\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n'),
        Buffer.from('Stra\xdfe', 'latin1'),
      ]),
    );
    const { item, message } = await first(box);
    expect(item.message_id).toBe('<latin@out.example>');
    expect(item.participant.email).toBe('j@out.example');
    expect(item.last_message.subject).toMatch(/^Gr.*e/);
    expect(message?.text).toContain('Straße');
  });

  it('with a wrong charset, an unknown encoding, no headers at all or no end are read as far as they go', async () => {
    const sources = [
      'Content-Type: text/plain; charset=no-such-charset\r\nContent-Transfer-Encoding: x-unknown\r\n\r\nwords of it',
      '\r\nwords of it',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nwords of it',
      'From: <<<>>>\r\nTo: ,,,\r\nDate: never\r\nMessage-ID: none\r\nReferences: <<>> <a\r\n\r\nwords of it',
    ];
    for (const source of sources) {
      const box = await real.open();
      await box.raw(source);
      const { item, message } = await first(box);
      expect(item.message_id, source).toMatch(/^<.+>$/);
      expect(message?.text, source).toContain('words of it');
    }
  });

  it('of thirty levels are listed, and what can be read of them is', async () => {
    const box = await real.open();
    let body = 'Content-Type: text/plain\r\n\r\nthe core';
    for (let level = 0; level < 30; level++) {
      body = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${body}\r\n--b${level}--`;
    }
    await box.raw(`From: deep@out.example\r\nSubject: Deep\r\nMessage-ID: <deep@out.example>\r\n${body}\r\n`);
    const { item, message } = await first(box);
    expect(item.last_message.subject).toBe('Deep');
    expect(message?.text).toContain('the core');
  });

  it('of fifty megabytes show their text, and hand out their file, without being loaded', {
    timeout: 180_000,
  }, async () => {
    const box = await real.open();
    const file = Buffer.alloc(37 * MEGABYTE);
    for (let at = 0; at < file.length; at += 4) file.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
    const source = Buffer.concat([
      Buffer.from(
        'From: big@out.example\r\nSubject: Big\r\nMessage-ID: <big@out.example>\r\n' +
          'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nsee the file\r\n' +
          '--b\r\nContent-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment; filename="plan.pdf"\r\n' +
          'Content-Transfer-Encoding: base64\r\n\r\n',
      ),
      Buffer.from((file.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    expect(source.length).toBeGreaterThan(50 * MEGABYTE);
    await box.raw(source);
    const { item, message, conversation_id } = await first(box);
    expect(item).toMatchObject({ has_attachments: true, last_message: { text: 'see the file' } });
    const [attachment] = message?.attachments ?? [];
    expect(attachment).toMatchObject({ name: 'plan.pdf', mime_type: 'application/pdf', type: 'file' });
    expect(Math.abs((attachment?.byte_size ?? 0) - file.length)).toBeLessThanOrEqual(3);

    const expected = createHash('sha256').update(file).digest('hex');
    const opened = await box.openFile({ conversation_id, asset_urn: attachment?.asset_urn ?? '' });
    if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
    expect(opened.value.byte_size).toBe(file.length);
    expect(await digestOf(opened.value.content())).toEqual({ digest: expected, bytes: file.length });

    for (const other of [
      { conversation_id: 'thread_other', asset_urn: attachment?.asset_urn ?? '' },
      { conversation_id, asset_urn: 'urn:mail:none:2' },
      { conversation_id, asset_urn: `${attachment?.asset_urn}.HEADER` },
    ]) {
      expect(await box.openFile(other)).toMatchObject({ ok: false, refusal: { kind: 'not_found' } });
    }
  });

  it('that are alike in their Message-ID alone are distinguished', async () => {
    const box = await real.open();
    const headers = { 'Message-ID': '<always@machine.example>' };
    await box.deliver({ from: 'one@machine.example', text: 'first', headers });
    await box.deliver({ from: 'two@machine.example', text: 'second', headers });
    const { conversation_id } = await first(box);
    const read = await box.getConversation({ conversation_id, count: 5, cursor: null });
    expect(read.ok && read.value.items.map(({ text }) => text.trim())).toEqual(['second', 'first']);
  });
});
