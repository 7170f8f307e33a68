import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { filesItself } from '../../../src/v2/service/channels/mail/sending/sent-folder.ts';
import { about, inboxOf, loginOf } from '../../support/mail/mail-world.ts';
import { type ImapGate, startImapGate } from '../../support/mail/start-imap-gate.ts';
import { startMailServers } from '../../support/mail/start-mail-servers.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

// A server that says of no folder what it is for: their names are all there is.
const found = await startMailServers({ special_folders: false });

/** Names of the folders in mail programs and at providers: sent, trash, archive. */
const LANGUAGES = [
  ['German', 'Gesendet', 'Papierkorb', 'Archiv'],
  ['German, of Outlook', 'Gesendete Elemente', 'Gelöschte Elemente', 'Archiv'],
  ['French', 'Éléments envoyés', 'Éléments supprimés', 'Archives'],
  ['Spanish', 'Enviados', 'Papelera', 'Archivo'],
  ['Italian', 'Posta inviata', 'Cestino', 'Archivio'],
  ['Dutch', 'Verzonden items', 'Prullenbak', 'Archief'],
  ['Polish', 'Wysłane', 'Kosz', 'Archiwum'],
  ['Russian', 'Отправленные', 'Корзина', 'Архив'],
  ['Japanese', '送信済み', 'ゴミ箱', 'アーカイブ'],
  ['folders within the inbox', 'INBOX/Sent', 'INBOX/Trash', 'INBOX/Archive'],
] as const;

describe.skipIf(found === null)('the copy of a sent mail', () => {
  const server = found as NonNullable<typeof found>;
  let sandbox: Sandbox;
  let gate: ImapGate;
  beforeAll(async () => {
    sandbox = await startSandbox({ mail: { allow_private: true, watch: false } });
    gate = await startImapGate(server.imap.port);
  });
  afterAll(async () => {
    await sandbox.close();
    await gate.close();
    await server.stop();
  });

  let made = 0;
  const client = async <T>(email: string, use: (imap: ImapFlow) => Promise<T>): Promise<T> => {
    const imap = new ImapFlow({
      ...server.imap,
      doSTARTTLS: false,
      logger: false,
      auth: { user: email, pass: 'right' },
    });
    await imap.connect();
    try {
      return await use(imap);
    } finally {
      await imap.logout();
    }
  };
  const connect = async (folders: readonly string[], imap: object = server.imap) => {
    const email = `copies${++made}@post.test`;
    await server.setPassword(email, 'right');
    await client(email, async (other) => {
      for (const folder of folders) await other.mailboxCreate(folder);
    });
    const login = await sandbox.call('POST', '/v2/login', loginOf(server, email, 'right', { imap }));
    return { email, account_id: String(login.body.data.account_id) };
  };
  type Box = Awaited<ReturnType<typeof connect>>;
  const send = async ({ account_id }: Box, subject: string): Promise<string> =>
    (await sandbox.act('messages', account_id, 'send', { to: 'jo@works.test', subject, message_text: 'Hi' })).data
      .message_id;
  const idsIn = ({ email }: Box, folder: string): Promise<string[]> =>
    client(email, async (imap) => {
      if (!(await imap.list()).some(({ path }) => path === folder)) return [];
      await imap.mailboxOpen(folder);
      const mails = await imap.fetchAll('1:*', { envelope: true });
      return mails.map(({ envelope }) => envelope?.messageId ?? '');
    });
  const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 120_000, interval: 100 });
  const due = (box: Box) =>
    sandbox.service.db.query(
      'update mail_copies set wall_next_try_at = now() where send_id in (select send_id from mail_sends where account_id = $1)',
      [box.account_id],
    );
  /** A try is counted before it is made. */
  const waiting = async (box: Box) =>
    (
      await sandbox.service.db.query<{ tries: number; at_work: boolean }>(
        `select c.tries, c.claimed_by is not null as at_work
           from mail_copies c join mail_sends s using (send_id) where s.account_id = $1`,
        [box.account_id],
      )
    ).rows;

  it.each(LANGUAGES)(
    'lies in the sent folder, and mails go to the others, in %s',
    async (_language, sent, trash, archive) => {
      const box = await connect([sent, trash, archive]);
      const message_id = await send(box, 'Hello');
      await soon(async () => expect(await idsIn(box, sent)).toEqual([message_id]));
      const listed = await sandbox.act('messages', box.account_id, 'list_inbox', { label_ids: ['sent'] });
      expect(listed.conversations).toMatchObject([{ message_id }]);

      for (const id of ['<kept@out.test>', '<gone@out.test>']) {
        const source = `From: jo@works.test\nTo: ${box.email}\nMessage-ID: ${id}\nSubject: ${id}\n\nHi\n`;
        await server.deliver({ from: 'jo@works.test', to: [box.email] }, source);
      }
      await sandbox.act('messages', box.account_id, 'list_inbox', {});
      const change = (action: string, id: string) =>
        sandbox.act('messages', box.account_id, action, { message_ids: [id] });
      expect(await change('archive', '<kept@out.test>')).toEqual({ updated: 1 });
      expect(await change('trash', '<gone@out.test>')).toEqual({ updated: 1 });
      expect(await idsIn(box, archive)).toEqual(['<kept@out.test>']);
      expect(await idsIn(box, trash)).toEqual(['<gone@out.test>']);
      const folders = await client(box.email, (imap) => imap.list());
      expect(folders.map(({ path }) => path).toSorted()).toEqual(['INBOX', sent, trash, archive].toSorted());
    },
  );

  it('lies in a folder that is made for it, where there is none', async () => {
    const box = await connect([]);
    const ids = [await send(box, 'One'), await send(box, 'Two')];
    await soon(async () => expect(await idsIn(box, 'Sent')).toEqual(ids));
  });

  it('is tried again while the mailbox cannot be reached, and no send fails for it', async () => {
    const box = await connect(['Sent'], { ...server.imap, port: gate.port });
    gate.shut = true;
    const message_id = await send(box, 'Hello');
    await soon(async () => expect(await waiting(box)).toEqual([{ tries: 1, at_work: false }]));
    await due(box);
    await soon(async () => expect(await waiting(box)).toEqual([{ tries: 2, at_work: false }]));
    expect(await idsIn(box, 'Sent')).toEqual([]);
    gate.shut = false;
    await due(box);
    await soon(async () => expect(await idsIn(box, 'Sent')).toEqual([message_id]));
    await soon(async () => expect(await waiting(box)).toEqual([]));
  });

  // The answer to its final dot was lost, so that nobody knew whether it went out; what comes back shows that it did.
  it.each([
    ['answered', 'handed_over'],
    ['answered', 'unknown'],
    ['bounced', 'unknown'],
  ] as const)('is put back once the mail is %s, though its send was %s', async (what, state) => {
    const box = await connect(['Sent']);
    server.faults.add({ at: 'data', to: 'jo@works.test', cut: 'after' });
    const params = { to: 'jo@works.test', subject: 'Hello', message_text: 'Hi' };
    const { db } = sandbox.service;
    expect(await sandbox.refusal('messages', box.account_id, 'send', params)).toBe('INTERNAL_ERROR');
    // As it stands once it was looked for in vain.
    const { rows } = await db.query<{ message_id: string }>(
      `update mail_sends set state = $2, wall_next_look_at = now() + interval '3 hours' where account_id = $1 returning message_id`,
      [box.account_id, state],
    );
    const { message_id = '' } = rows[0] ?? {};
    const [mail] = (await inboxOf(server, 'jo@works.test')).filter((one) => one.message_id === message_id);
    if (!mail) throw new Error('it did not arrive');
    const jo = about(server, 'jo@works.test', mail);
    await (what === 'answered' ? jo.reply('Gladly') : jo.bounce());
    const listed = await sandbox.act('messages', box.account_id, 'list_inbox', {});
    expect(listed.conversations).toHaveLength(1);
    await soon(async () => expect(await idsIn(box, 'Sent')).toEqual([message_id]));
    expect((await db.query('select state from mail_sends where account_id = $1', [box.account_id])).rows).toEqual([
      { state: 'accepted' },
    ]);
    const [{ conversation_id }] = listed.conversations;
    const thread = await sandbox.act('messages', box.account_id, 'get_conversation', { conversation_id });
    expect(thread.messages.map((one: { message_id: string }) => one.message_id)).toContain(message_id);
  });

  it('is filed once, though the answer of the server that took it was lost', async () => {
    const box = await connect(['Sent'], { ...server.imap, port: gate.port });
    gate.cutAfter('APPEND');
    const message_id = await send(box, 'Hello');
    await soon(async () => expect(await waiting(box)).toEqual([{ tries: 1, at_work: false }]));
    expect(await idsIn(box, 'Sent')).toEqual([message_id]);
    await due(box);
    await soon(async () => expect(await waiting(box)).toEqual([]));
    expect(await idsIn(box, 'Sent')).toEqual([message_id]);
  });

  it('is filed with the others that wait by one command, and each of them once, though its answer was lost', async () => {
    const box = await connect(['Sent'], { ...server.imap, port: gate.port });
    gate.shut = true;
    const ids = [await send(box, 'One'), await send(box, 'Two'), await send(box, 'Three')];
    const isPutOff = ({ tries, at_work }: { tries: number; at_work: boolean }) => tries > 0 && !at_work;
    await soon(async () => expect((await waiting(box)).filter(isPutOff)).toHaveLength(3));
    gate.shut = false;
    gate.cutAfter('APPEND');
    await sandbox.service.db.query(
      'update mail_copies set tries = 0, wall_next_try_at = now() where send_id in (select send_id from mail_sends where account_id = $1)',
      [box.account_id],
    );
    const tried = { tries: 1, at_work: false };
    await soon(async () => expect(await waiting(box)).toEqual([tried, tried, tried]));
    expect(await idsIn(box, 'Sent')).toEqual(ids);
    await due(box);
    await soon(async () => expect(await waiting(box)).toEqual([]));
    expect(await idsIn(box, 'Sent')).toEqual(ids);
  });
});

describe('a provider that files what is sent over its servers', () => {
  it.each(['smtp.gmail.com', 'smtp-relay.gmail.com', 'smtp.office365.com', 'smtp-mail.outlook.com'])(
    'gets no copy from us: %s',
    (host) => expect(filesItself({ smtp: { host, port: 465, secure: true } })).toBe(true),
  );

  it.each(['mail.gmx.net', 'smtp.gmail.com.evil.test', 'notgmail.com'])('is not %s', (host) =>
    expect(filesItself({ smtp: { host, port: 465, secure: true } })).toBe(false),
  );
});
