import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailServer } from '../../../src/app/demo/mail-server/start-mail-server.ts';
import { startMailServers } from '../../support/mail/start-mail-servers.ts';

const found = await startMailServers();

describe.skipIf(found === null)('the mail server on this machine', () => {
  let server: MailServer;
  beforeAll(async () => {
    if (!found) return;
    server = found;
    await server.setPassword('ada@mail.test', 'right');
  });
  afterAll(() => server.stop());

  const imap = (address: MailServer['imap'], auth: { user: string; pass?: string; accessToken?: string }) =>
    new ImapFlow({ ...address, auth, tls: { ca: server.certificate }, logger: false });
  const submit = (auth: object, options: object = {}) => {
    const transport = createTransport({ ...server.smtp, tls: { ca: server.certificate }, auth, ...options });
    return transport
      .sendMail({ from: 'ada@mail.test', to: 'lead@company.test', subject: 'Hello', text: 'there' })
      .finally(() => transport.close());
  };
  const ada = { user: 'ada@mail.test', pass: 'right' };

  async function subjects(address: MailServer['imap'] = server.imap): Promise<(string | undefined)[]> {
    const client = imap(address, ada);
    await client.connect();
    await client.mailboxOpen('INBOX');
    const mails = client.mailbox && client.mailbox.exists > 0 ? await client.fetchAll('1:*', { envelope: true }) : [];
    await client.logout();
    return mails.map(({ envelope }) => envelope?.subject);
  }

  it('keeps what is delivered, and shows it by STARTTLS and by TLS', async () => {
    await server.deliver({ from: 'lead@company.test', to: ['ada@mail.test'] }, 'Subject: From outside\n\nhello\n');
    expect(await subjects()).toEqual(['From outside']);
    expect(await subjects(server.imaps)).toEqual(['From outside']);
  });

  it('has the special folders of a mailbox', async () => {
    const client = imap(server.imaps, ada);
    await client.connect();
    const folders = await client.list();
    await client.logout();
    expect(Object.fromEntries(folders.map(({ path, specialUse }) => [path, specialUse]))).toEqual({
      INBOX: '\\Inbox',
      Sent: '\\Sent',
      Drafts: '\\Drafts',
      Trash: '\\Trash',
      Archive: '\\Archive',
    });
  });

  it('notifies a client that waits with IDLE of a new mail', async () => {
    const client = imap(server.imap, ada);
    await client.connect();
    await client.mailboxOpen('INBOX');
    const announced = new Promise<number>((resolve) => client.on('exists', ({ count }) => resolve(count)));
    const idling = client.idle();
    await server.deliver({ from: 'lead@company.test', to: ['ada@mail.test'] }, 'Subject: While waiting\n\nhello\n');
    expect(await announced).toBe(2);
    client.close();
    await idling.catch(() => undefined);
  });

  it('takes mail from those who signed in alone, and delivers it', async () => {
    await expect(submit({ user: 'ada@mail.test', pass: 'wrong' })).rejects.toMatchObject({
      code: 'EAUTH',
      responseCode: 535,
    });
    await submit(ada);
    await submit(ada, server.smtps);
    expect(server.submitted.map(({ user, from, to }) => ({ user, from, to }))).toEqual(
      [1, 2].map(() => ({ user: 'ada@mail.test', from: 'ada@mail.test', to: ['lead@company.test'] })),
    );
    await server.setPassword('lead@company.test', 'lead');
    const client = imap(server.imap, { user: 'lead@company.test', pass: 'lead' });
    await client.connect();
    expect(await client.status('INBOX', { messages: true })).toMatchObject({ messages: 2 });
    await client.logout();
  });

  it('takes access tokens for both', async () => {
    await server.setToken('ada@mail.test', 'token-1');
    const auth = { user: 'ada@mail.test', accessToken: 'token-1' };
    const client = imap(server.imaps, auth);
    await client.connect();
    await client.logout();
    await submit({ type: 'OAuth2', ...auth });
    await expect(imap(server.imaps, { ...auth, accessToken: 'other' }).connect()).rejects.toMatchObject({
      authenticationFailed: true,
    });
  });

  it('misbehaves where it is asked to, as often as it is asked to', async () => {
    const before = server.submitted.length;
    server.faults.add({ at: 'data', reply: '421 4.3.2 closing' });
    await expect(submit(ada)).rejects.toMatchObject({ responseCode: 421 });
    server.faults.add({ at: 'recipient', to: 'Lead@company.test', reply: '550 5.1.1 no such person' });
    await expect(submit(ada)).rejects.toMatchObject({ responseCode: 550 });
    server.faults.add({ at: 'data', cut: 'before' });
    await expect(submit(ada)).rejects.toMatchObject({ code: expect.stringMatching(/ECONN|ESOCKET/) });
    expect(server.submitted.length).toBe(before);
    server.faults.add({ at: 'data', cut: 'after' });
    await expect(submit(ada)).rejects.toMatchObject({ code: expect.stringMatching(/ECONN|ESOCKET/) });
    expect(server.submitted.length).toBe(before + 1);
    await submit(ada);
  });

  it('lets a client die between the delivery and the answer', async () => {
    const announced: string[] = [];
    server.faults.add({
      at: 'data',
      fired: () => announced.push('fired'),
      after: (source) => void announced.push(/Subject: \w+/.exec(source.toString())?.[0] ?? ''),
      cut: 'after',
    });
    const before = server.submitted.length;
    await expect(submit(ada)).rejects.toMatchObject({ code: expect.stringMatching(/ECONN|ESOCKET/) });
    expect(announced).toEqual(['fired', 'Subject: Hello']);
    expect(server.submitted.length).toBe(before + 1);
  });

  it('shows what arrived, in its order, around IMAP', async () => {
    expect(server.arrived('nobody@company.test')).toEqual([]);
    for (const name of ['one', 'two', 'three']) {
      await server.deliver({ from: 'lead@company.test', to: ['order@mail.test'] }, `Subject: ${name}\n\nhello\n`);
    }
    const subjectsOf = server.arrived('Order@mail.test').map((source) => /Subject: (\w+)/.exec(source.toString())?.[1]);
    expect(subjectsOf).toEqual(['one', 'two', 'three']);
  });

  it('gives an inbox a new UIDVALIDITY, and keeps its mails', async () => {
    const look = async () => {
      const client = imap(server.imap, ada);
      await client.connect();
      const status = await client.status('INBOX', { messages: true, uidValidity: true });
      await client.logout();
      return status || null;
    };
    const before = await look();
    server.renumber('ada@mail.test');
    const after = await look();
    expect(after?.messages).toBe(before?.messages);
    expect(after?.uidValidity).toBeDefined();
    expect(after?.uidValidity).not.toBe(before?.uidValidity);
  });

  it('cuts the connections of a password that is revoked, and takes the next one', async () => {
    const client = imap(server.imap, ada);
    await client.connect();
    const cut = new Promise<void>((resolve) => client.on('close', () => resolve()));
    client.on('error', () => undefined);
    await server.setPassword('ada@mail.test', null);
    await cut;
    await expect(imap(server.imap, ada).connect()).rejects.toMatchObject({ authenticationFailed: true });
    await expect(submit(ada)).rejects.toMatchObject({ responseCode: 535 });
    await server.setPassword('ada@mail.test', 'next');
    await submit({ ...ada, pass: 'next' });
  });
});
