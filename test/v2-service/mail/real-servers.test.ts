import { type ChildProcess, fork } from 'node:child_process';
import type { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailServer } from '../../../src/app/demo/mail-server/start-mail-server.ts';
import type { Mailbox } from '../../../src/v2/service/channels/mail/connections/mailbox.ts';
import type { MailboxConnections } from '../../../src/v2/service/channels/mail/connections/mailbox-connections.ts';
import type { MailAdapter } from '../../../src/v2/service/channels/mail/create-mail-adapter.ts';
import { childScript } from '../../support/child-script.ts';
import { startImapProxy } from '../../support/mail/start-imap-proxy.ts';
import { startMailServers } from '../../support/mail/start-mail-servers.ts';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';
import { connectTo, makeReal, sendOver } from './send-over.ts';
import { type SubmissionServer, startSubmissionServer } from './submission-server.ts';

const SENDER = 'sam@agency.test';
const JO = 'jo@works.test';

const SCRIPT = await childScript(new URL('./sending-process.ts', import.meta.url));

const servers = await startMailServers();

describe.skipIf(servers === null)('a mail over real servers', () => {
  const mailServer = servers as MailServer;
  let service: TestService;
  let owner: TestOwner;
  let submission: SubmissionServer;
  let connections: MailboxConnections;
  let sending: MailAdapter;

  beforeAll(async () => {
    await mailServer.setPassword(SENDER, 'secret');
    await mailServer.setPassword(JO, 'secret');
    service = await startTestService();
    submission = await startSubmissionServer();
    connections = connectTo({ smtp: submission.port, imap: mailServer.imap.port });
    sending = sendOver(service.context, service.channels, connections);
    owner = await service.owner({ credits: 100 });
    await makeReal(service.context, owner.email, SENDER);
  });
  afterAll(async () => {
    await sending?.stop();
    await connections?.close();
    await submission?.close();
    await service?.close();
    await mailServer.stop();
  });
  beforeEach(() => {
    submission.taken.length = 0;
    submission.onData = async (mail) => {
      await mailServer.deliver(mail, Buffer.from(mail.raw, 'latin1'));
      return 'take' as const;
    };
  });

  const body = (params: object) => ({
    account_id: owner.email,
    action: 'send',
    params: { to: JO, subject: 'Hi', message_text: 'Hello', ...params },
  });
  const send = (params: object, key?: string) =>
    service.post('/v2/messages', owner.key, body(params), key === undefined ? {} : { 'idempotency-key': key });
  /** The sources of the mails that a folder holds. */
  const sourcesIn = (email: string, folder: string): Promise<string[]> =>
    connections.imap({ email } as Mailbox, async (client: ImapFlow) => {
      const lock = await client.getMailboxLock(folder);
      try {
        const mails = await client.fetchAll('1:*', { source: true });
        return mails.map(({ source }) => source?.toString('latin1') ?? '');
      } finally {
        lock.release();
      }
    });
  const idOf = (source: string): string => /^Message-ID: (\S+)\r$/im.exec(source)?.[1] ?? '';
  const headersOf = (raw: string): Record<string, string> => {
    const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
    return Object.fromEntries(head.split('\r\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  };

  it('has exactly the headers that were asked for, its parts and its files, and nothing of the blind copies', async () => {
    const answer = await send({
      subject: 'Grüße, 世界',
      html: '<p>Hello <b>Jo</b></p>',
      message_text: undefined,
      cc: 'al@works.test',
      bcc: 'secret@works.test',
      reply_to: 'desk@agency.test',
      thread_ref: 'first@works.test',
      custom_headers: {
        'X-Overture-Intent': 'enr_1/hello/1',
        'List-Unsubscribe': '<https://out.example/u/abc>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      media_file: { filename: 'Übersicht.txt', data: Buffer.from('one').toString('base64') },
    });
    expect(answer.status).toBe(200);
    const [taken] = submission.taken;
    expect(taken?.from).toBe(SENDER);
    expect(taken?.to).toEqual([JO, 'al@works.test', 'secret@works.test']);
    const headers = headersOf(taken?.raw ?? '');
    expect(headers).toEqual({
      From: `Sam <${SENDER}>`,
      To: JO,
      Cc: 'al@works.test',
      'Reply-To': 'desk@agency.test',
      Subject: expect.stringMatching(/^=\?UTF-8\?/),
      'Message-ID': expect.stringMatching(/^<m_\w+@agency\.test>$/),
      'In-Reply-To': '<first@works.test>',
      References: '<first@works.test>',
      Date: expect.stringMatching(/ \+0000$/),
      'MIME-Version': '1.0',
      'Content-Type': expect.stringMatching(/^multipart\/mixed; boundary=/),
      'X-Overture-Intent': 'enr_1/hello/1',
      'List-Unsubscribe': '<https://out.example/u/abc>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(taken?.raw).not.toContain('secret@');
    expect(taken?.raw).toMatch(/text\/plain[\s\S]*Hello Jo[\s\S]*text\/html[\s\S]*<b>Jo<\/b>/);
    expect(taken?.raw).toMatch(/filename\*0\*=utf-8''%C3%9Cbersicht\.txt/);
    expect(taken?.raw).toContain(Buffer.from('one').toString('base64'));
  });

  it('arrives, and its copy lies in the sent folder as it went out', async () => {
    const { body: answer } = await send({ subject: 'Copied' });
    const id = (answer.data.data as { message_id: string }).message_id;
    expect((await sourcesIn(JO, 'INBOX')).map(idOf)).toContain(id);
    await expect.poll(async () => (await sourcesIn(SENDER, 'Sent')).map(idOf)).toContain(id);
    const copy = (await sourcesIn(SENDER, 'Sent')).find((source) => idOf(source) === id);
    expect(copy).toBe(submission.taken[0]?.raw);
  });

  it('has no second copy where the provider files it by itself', async () => {
    const over = (host: string) =>
      service.context.db.query('update mailboxes set smtp_host = $2 where account_id = $1', [owner.email, host]);
    await over('smtp.gmail.com');
    const filed = (await send({ subject: 'Filed there' })).body.data.data as { message_id: string };
    await over('smtp.agency.test');
    const ours = (await send({ subject: 'Filed by us' })).body.data.data as { message_id: string };
    const copies = async () => (await sourcesIn(SENDER, 'Sent')).map(idOf);
    await expect.poll(copies).toContain(ours.message_id);
    // What was sent first would be there by then.
    expect(await copies()).not.toContain(filed.message_id);
    expect((await service.context.db.query('select 1 from mail_copies')).rows).toEqual([]);
  });

  it('goes on in its thread with the references of the mail that it answers, from the journal or the inbox', async () => {
    const first = (await send({ subject: 'Plan' })).body.data.data as { message_id: string };
    await send({ subject: undefined, thread_ref: first.message_id });
    expect(headersOf(submission.taken[1]?.raw ?? '')).toMatchObject({
      Subject: 'Re: Plan',
      'In-Reply-To': first.message_id,
      References: first.message_id,
    });
    const source = `From: ${JO}\nTo: ${SENDER}\nSubject: Re: Plan\nMessage-ID: <answer@works.test>\nReferences: ${first.message_id}\n\nYes`;
    await mailServer.deliver({ from: JO, to: [SENDER] }, source);
    await send({ subject: undefined, thread_ref: '<answer@works.test>' });
    expect(headersOf(submission.taken[2]?.raw ?? '')).toMatchObject({
      Subject: 'Re: Plan',
      References: `${first.message_id} <answer@works.test>`,
    });
  });

  it.each([
    ['before the server has it', 'asked'],
    ['when the server has it, and the service does not know', 'answered'],
  ] as const)(
    'gets its copy, once, although the service is killed while it files it, %s',
    async (_moment, moment) => {
      const subject = `Filed ${moment}`;
      let child: ChildProcess | null = null;
      let tag: string | undefined;
      const proxy = await startImapProxy(mailServer.imap.port, () => ({
        asked(chunk) {
          tag ??= /^(\S+) APPEND\b/im.exec(chunk.toString('latin1'))?.[1];
          if (tag !== undefined && moment === 'asked') child?.kill('SIGKILL');
        },
        answered(chunk) {
          const isOver = tag !== undefined && chunk.toString('latin1').includes(`${tag} OK`);
          if (isOver) child?.kill('SIGKILL');
          return !isOver;
        },
      }));
      try {
        child = fork(SCRIPT, [service.database_url, String(submission.port), String(proxy.port)]);
        const died = new Promise((resolve) => child?.once('exit', resolve));
        const url = await new Promise<string>((resolve) =>
          child?.once('message', (message) => resolve(String(message))),
        );
        const answer = await fetch(`${url}/v2/messages`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': owner.key },
          body: JSON.stringify(body({ subject })),
        });
        expect(answer.status).toBe(200);
        await died;
        await service.context.db.query(`update mail_senders set wall_seen_at = now() - interval '1 minute'`);
        await sending.start();
        const left = async () => (await service.context.db.query('select tries from mail_copies')).rows;
        await expect.poll(left, { timeout: 120_000 }).toEqual([]);
        const copies = (await sourcesIn(SENDER, 'Sent')).filter((source) => source.includes(`Subject: ${subject}`));
        expect(copies).toHaveLength(1);
      } finally {
        child?.kill('SIGKILL');
        await proxy.close();
      }
    },
    60_000,
  );

  it('of a service that is killed after the final dot is in the mailbox once, is unknown, and is never sent again', async () => {
    const ports = [String(submission.port), String(mailServer.imap.port)];
    const child: ChildProcess = fork(SCRIPT, [service.database_url, ...ports]);
    const url = await new Promise<string>((resolve) => child.once('message', (message) => resolve(String(message))));
    // The server has the mail, and the service dies before it hears so.
    submission.onData = async (mail) => {
      await mailServer.deliver(mail, Buffer.from(mail.raw, 'latin1'));
      child.kill('SIGKILL');
      return new Promise<'drop'>((resolve) => child.once('exit', () => resolve('drop')));
    };
    const params = { subject: 'Killed' };
    const request = fetch(`${url}/v2/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': owner.key, 'idempotency-key': 'killed' },
      body: JSON.stringify(body(params)),
    });
    await expect(request).rejects.toThrow();
    const arrived = async () => (await sourcesIn(JO, 'INBOX')).filter((source) => source.includes('Subject: Killed'));
    expect(await arrived()).toHaveLength(1);

    submission.onData = () => 'take';
    expect((await send(params, 'killed')).status).toBe(429);
    await service.context.db.query(`update mail_senders set wall_seen_at = now() - interval '1 minute'`);
    expect((await send(params, 'killed')).body.error.code).toBe('INTERNAL_ERROR');
    expect(submission.taken).toHaveLength(1);
    // As a provider does that files what is sent over its servers.
    const [source = ''] = await arrived();
    await connections.imap({ email: SENDER } as Mailbox, (client) => client.append('Sent', source));
    const found = await send(params, 'killed');
    expect(found.status).toBe(200);
    expect(found.body.data.data).toMatchObject({ message_id: idOf(source) });
    expect(await arrived()).toHaveLength(1);
    expect(submission.taken).toHaveLength(1);
  });
});
