import type { ImapFlow } from 'imapflow';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MailServer } from '../../../../src/app/demo/mail-server/start-mail-server.ts';
import { waitUntil } from '../../../../src/app/main/wait-until.ts';
import { createAccessTokens } from '../../../../src/v2/service/channels/mail/access-tokens/create-access-tokens.ts';
import {
  IMAP_POOL_LIMITS,
  type ImapPoolLimits,
} from '../../../../src/v2/service/channels/mail/connections/imap-pool.ts';
import { mailFailure } from '../../../../src/v2/service/channels/mail/connections/mail-failure.ts';
import { findMailbox, type Mailbox } from '../../../../src/v2/service/channels/mail/connections/mailbox.ts';
import {
  createMailboxConnections,
  type MailboxConnections,
} from '../../../../src/v2/service/channels/mail/connections/mailbox-connections.ts';
import { loseMailbox } from '../../../../src/v2/service/channels/mail/sign-in/lose-mailbox.ts';
import { PATIENCE } from '../../../support/eventually.ts';
import { startMailServers } from '../../../support/mail/start-mail-servers.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox-service.ts';

const found = await startMailServers();

describe.skipIf(found === null)('connections to real mailboxes', () => {
  let sandbox: Sandbox;
  let servers: MailServer;
  const opened: MailboxConnections[] = [];
  beforeAll(async () => {
    if (!found) return;
    servers = found;
    sandbox = await startSandbox();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    servers.faults.clear();
  });
  afterAll(async () => {
    await sandbox.close();
    await servers.stop();
  });

  const connecting = (limits: Partial<ImapPoolLimits> = {}): MailboxConnections => {
    const connections = createMailboxConnections({
      rules: { allow_private: true },
      tokens: createAccessTokens({ ...sandbox.service.context, rules: { allow_private: true } }),
      limits: { ...IMAP_POOL_LIMITS, ...limits },
      onRefused: (mailbox, failure) => loseMailbox(sandbox.service.context, mailbox, failure),
    });
    opened.push(connections);
    return connections;
  };
  const login = (email: string, password: string) =>
    sandbox.call('POST', '/v2/login', { platform: 'email', email, password, imap: servers.imap, smtp: servers.smtp });
  const mailboxOf = async (accountId: string): Promise<Mailbox> => {
    const mailbox = await findMailbox(sandbox.service.db, sandbox.service.context.secrets, accountId);
    if (!mailbox) throw new Error('no mailbox');
    return mailbox;
  };
  const newMailbox = async (email: string): Promise<Mailbox> => {
    await servers.setPassword(email, 'right');
    return mailboxOf((await login(email, 'right')).body.data.account_id);
  };
  const statusOf = async (accountId: string) =>
    (await sandbox.call('GET', `/v2/accounts/${accountId}`)).body.data.status;
  const idOf = async (client: ImapFlow) => client.id;
  const mail = { from: 'a@mail.test', to: 'lead@company.test', subject: 'Hello', text: 'there' };

  it('are used again, by one caller at a time, and opened up to so many at once', async () => {
    const mailbox = await newMailbox('pool@mail.test');
    const connections = connecting({ per_mailbox: 2 });
    const first = await connections.imap(mailbox, idOf);
    expect(await connections.imap(mailbox, idOf)).toBe(first);
    let busy = 0;
    let most = 0;
    const ids = await Promise.all(
      Array.from({ length: 6 }, () =>
        connections.imap(mailbox, async (client) => {
          busy += 1;
          most = Math.max(most, busy);
          // The first waits for a second one beside it.
          await waitUntil(() => most === 2, { timeout: PATIENCE });
          busy -= 1;
          return client.id;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(new Set(ids).size).toBe(2);
  });

  it('are replaced when they broke, and when the mailbox was signed in to again', async () => {
    const mailbox = await newMailbox('broken@mail.test');
    const connections = connecting();
    const first = await connections.imap(mailbox, async (client) => {
      const closed = new Promise((resolve) => client.once('close', resolve));
      servers.kick(mailbox.email);
      await closed;
      return client.id;
    });
    const second = await connections.imap(mailbox, idOf);
    expect(second).not.toBe(first);
    await login(mailbox.email, 'right');
    expect(await connections.imap(await mailboxOf(mailbox.account_id), idOf)).not.toBe(second);
  });

  it('go on after a no of the server, and are closed after anything else', async () => {
    const mailbox = await newMailbox('no@mail.test');
    const connections = connecting();
    const first = await connections.imap(mailbox, idOf);
    const refused = connections.imap(mailbox, (client) => client.mailboxOpen('Nowhere'));
    expect(mailFailure(await refused.catch((error: unknown) => error)).kind).toBe('refused');
    expect(await connections.imap(mailbox, idOf)).toBe(first);
    await connections.imap(mailbox, () => Promise.reject(new Error('half read'))).catch(() => undefined);
    expect(await connections.imap(mailbox, idOf)).not.toBe(first);
  });

  it('make room for another mailbox, and say so when all are busy', async () => {
    const [one, other] = [await newMailbox('one@mail.test'), await newMailbox('other@mail.test')];
    const connections = connecting({ in_all: 1, patience: 300 });
    const first = await connections.imap(one, idOf);
    await connections.imap(other, async () => {
      const error = await connections.imap(one, idOf).catch((reason: unknown) => reason);
      expect(mailFailure(error)).toMatchObject({ kind: 'unreachable', code: 'EPOOLBUSY' });
    });
    expect(await connections.imap(one, idOf)).not.toBe(first);
  });

  it('are cut when a caller takes too long, and closed when nobody needs them', async () => {
    const mailbox = await newMailbox('slow@mail.test');
    const connections = connecting({ use: 200, idle: 200 });
    const error = await connections
      .imap(mailbox, () => new Promise(() => undefined))
      .catch((reason: unknown) => reason);
    expect(mailFailure(error)).toMatchObject({ kind: 'unreachable', code: 'ETIMEDOUT' });
    const idle = await connections.imap(mailbox, async (client) => client);
    expect(await waitUntil(() => !idle.usable, { timeout: PATIENCE })).toBe(true);
  });

  it('report a new mail while they wait', async () => {
    const mailbox = await newMailbox('watch@mail.test');
    const client = await connecting().watch(mailbox);
    await client.mailboxOpen('INBOX');
    const announced = new Promise((resolve) => client.on('exists', ({ count }) => resolve(count)));
    void client.idle();
    await servers.deliver({ from: 'lead@company.test', to: [mailbox.email] }, 'Subject: hello\n\nhello\n');
    expect(await announced).toBe(1);
  });

  it('send over one pool per mailbox, and never a second time where the first may have arrived', async () => {
    const mailbox = await newMailbox('send@mail.test');
    const transport = connecting().smtp(mailbox);
    await transport.sendMail(mail);
    const before = servers.submitted.length;
    servers.faults.add({ at: 'data', cut: 'after' });
    const error = await transport.sendMail(mail).catch((reason: unknown) => reason);
    expect(mailFailure(error).kind).toBe('unreachable');
    await transport.sendMail(mail);
    expect(servers.submitted.length - before).toBe(2);
    servers.faults.add({ at: 'recipient', reply: '550 5.1.1 no such person' });
    const refused = await transport.sendMail(mail).catch((reason: unknown) => reason);
    expect(mailFailure(refused)).toEqual({
      kind: 'refused',
      code: 550,
      reply: expect.stringContaining('no such person'),
    });
    expect(await statusOf(mailbox.account_id)).toBe('connected');
  });

  describe('whose password is revoked', () => {
    const use: Record<string, (connections: MailboxConnections, mailbox: Mailbox) => Promise<unknown>> = {
      reading: (connections, mailbox) => connections.imap(mailbox, idOf),
      watching: (connections, mailbox) => connections.watch(mailbox),
      sending: (connections, mailbox) => connections.smtp(mailbox).sendMail(mail),
    };

    it.each(Object.keys(use))(
      'make the account inactive and notify its webhooks, once, until it signs in again: %s',
      async (how) => {
        const mailbox = await newMailbox(`revoked.${how}@mail.test`);
        const { account_id, email } = mailbox;
        await sandbox.watch(account_id);
        const connections = connecting();
        await servers.setPassword(email, null);

        for (let time = 0; time < 2; time += 1) {
          const error = await use[how]?.(connections, mailbox).catch((reason: unknown) => reason);
          expect(mailFailure(error).kind).toBe('auth');
        }
        expect(await statusOf(account_id)).toBe('inactive');
        const disconnections = (await sandbox.events(account_id)).filter(({ event }) => event.type === 'disconnection');
        expect(disconnections.map(({ event }) => event.reason)).toEqual(['credentials_changed']);
        const inbox = await sandbox.call('POST', '/v2/messages', { account_id, action: 'list_inbox', params: {} });
        expect(inbox.body.error.code).toBe('ACCOUNT_INACTIVE');

        await servers.setPassword(email, 'newer');
        expect((await login(email, 'newer')).body.data).toEqual({ account_id, status: 'connected' });
        // What is still known of the old credentials says nothing of the new ones.
        await use[how]?.(connections, mailbox).catch(() => undefined);
        expect(await statusOf(account_id)).toBe('connected');
        await connections.imap(await mailboxOf(account_id), idOf);
      },
    );

    it('stay as they are when the server takes no sign-in for a while', async () => {
      const mailbox = await newMailbox('busy@mail.test');
      servers.faults.add({ at: 'auth', reply: '454 4.7.0 Temporary authentication failure' });
      const error = await connecting()
        .smtp(mailbox)
        .sendMail(mail)
        .catch((reason: unknown) => reason);
      expect(mailFailure(error).kind).toBe('unreachable');
      expect(await statusOf(mailbox.account_id)).toBe('connected');
    });
  });
});
