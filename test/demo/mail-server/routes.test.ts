import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll, describe, expect, it } from 'vitest';
import type { Route } from '../../../src/app/demo/mail-server/start-submission.ts';
import { readMeaning } from '../../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../../src/shared/mail/reading/read-mail.ts';
import { eventually } from '../../support/eventually.ts';
import { startMailServers } from '../../support/mail/start-mail-servers.ts';

const ADA = 'ada@mail.test';
const submitted: { to: readonly string[] }[] = [];
const server = await startMailServers({
  passwords: new Map([[ADA, 'right']]),
  route: async (recipient): Promise<Route> => {
    if (!recipient.endsWith('.test')) return { to: 'nobody', refusal: '550 5.7.1 relaying denied' };
    if (!recipient.startsWith('gone')) return { to: 'mailbox' };
    return { to: 'sender', status: '5.1.1', reply: '550 5.1.1 the mailbox does not exist' };
  },
  onSubmission: async (mail) => () => void submitted.push(mail),
});

describe.skipIf(server === null)('a mail server that knows who is where', () => {
  afterAll(() => server?.stop());

  async function send(to: string[]) {
    const auth = { user: ADA, pass: 'right' };
    const transport = createTransport({ ...server?.smtp, auth, tls: { ca: server?.certificate ?? '' } });
    const mail = { from: ADA, to, subject: 'Hello', text: 'there', messageId: '<first@mail.test>' };
    return transport.sendMail(mail).finally(() => transport.close());
  }

  async function inbox(): Promise<Buffer[]> {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: server?.imap.port ?? 0, secure: false, doSTARTTLS: false, logger: false },
      auth: { user: ADA, pass: 'right' },
    });
    await client.connect();
    try {
      await client.mailboxOpen('INBOX', { readOnly: true });
      const fetched = await client.fetchAll('1:*', { source: true }).catch(() => []);
      return fetched.flatMap(({ source }) => source ?? []);
    } finally {
      await client.logout();
    }
  }

  it('refuses what would have to leave this machine', async () => {
    await expect(send(['lead@company.de'])).rejects.toMatchObject({ responseCode: 550 });
    expect(submitted).toEqual([]);
  });

  it('delivers to who is there, and reports to the sender who is not', async () => {
    await send(['lead@company.test', 'gone@company.test']);
    expect(submitted.map(({ to }) => to)).toEqual([['lead@company.test']]);
    const [report] = await eventually(async () => {
      const mails = await inbox();
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(readMeaning(await readMail(report ?? Buffer.alloc(0)), { received_at: Date.now() })).toMatchObject({
      ...{ kind: 'bounce', bounce_kind: 'hard', status: '5.1.1', recipients: ['gone@company.test'] },
      original_message_id: '<first@mail.test>',
    });
  });
});
