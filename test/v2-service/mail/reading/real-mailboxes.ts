import type { ImapFlow } from 'imapflow';
import type { MailServer } from '../../../../src/app/demo/mail-server/start-mail-server.ts';
import { createAccessTokens } from '../../../../src/v2/service/channels/mail/access-tokens/create-access-tokens.ts';
import type { Mailbox } from '../../../../src/v2/service/channels/mail/connections/mailbox.ts';
import { createMailboxConnections } from '../../../../src/v2/service/channels/mail/connections/mailbox-connections.ts';
import type { MailDeps } from '../../../../src/v2/service/channels/mail/mail-deps.ts';
import { openMailbox } from '../../../../src/v2/service/channels/mail/reading/open-mailbox.ts';
import { loseMailbox } from '../../../../src/v2/service/channels/mail/sign-in/lose-mailbox.ts';
import type { V2Service } from '../../../../src/v2/service/service.ts';
import { startMailServers } from '../../../support/mail/start-mail-servers.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox-service.ts';
import { type ReadEvent, storedEvents } from '../../sandbox/stored-events.ts';

/** A service and a mail server with real mailboxes, each an account of the service. */
export interface RealMailboxes {
  readonly sandbox: Sandbox;
  readonly server: MailServer;
  readonly deps: MailDeps;
  open(name?: string): Promise<RealMailbox>;
  close(): Promise<void>;
}

export interface RealMailbox extends ReturnType<typeof openMailbox> {
  readonly mailbox: Mailbox;
  readonly email: string;
  /** A mail from outside, delivered over LMTP. */
  deliver(mail: { from: string; subject?: string; text?: string; headers?: Record<string, string> }): Promise<string>;
  raw(source: string | Buffer): Promise<void>;
  /** Another mail program that is signed in to the same mailbox. */
  client<T>(use: (client: ImapFlow) => Promise<T>): Promise<T>;
  /** The events that the account's webhooks received. */
  events(): Promise<ReadEvent[]>;
}

const PASSWORD = 'open sesame';
let made = 0;

/** With `watch: false` the service watches none beside the test. */
export async function startRealMailboxes(
  settings: Parameters<typeof startSandbox>[0] = {},
): Promise<RealMailboxes | null> {
  const server = await startMailServers();
  if (!server) return null;
  const sandbox = await startSandbox(settings);
  const { service } = sandbox;
  const { context } = service;
  const connections = createMailboxConnections({
    rules: { allow_private: true },
    tokens: createAccessTokens({ ...context, rules: { allow_private: true } }),
    onRefused: (mailbox, failure) => loseMailbox(context, mailbox, failure),
  });
  const deps: MailDeps = { ...context, connections };
  return {
    sandbox,
    server,
    deps,
    async open(name = 'box') {
      const email = `${name}${++made}@post.example`;
      await server.setPassword(email, PASSWORD);
      const account_id = await sandbox.account({ platform: 'email', name: 'Sam', email });
      await sandbox.watch(account_id);
      const mailbox = await insertMailbox(service, server, { account_id, email });
      const client = <T>(use: (client: ImapFlow) => Promise<T>) => deps.connections.imap(mailbox, use);
      const raw = (source: string | Buffer) => server.deliver({ from: 'sender@out.example', to: [email] }, source);
      return {
        ...openMailbox(deps, mailbox),
        mailbox,
        email,
        client,
        raw,
        async deliver(mail) {
          const { source, id } = sourceOf({ to: email, ...mail });
          await raw(source);
          return id;
        },
        events: () => storedEvents(service.db, account_id),
      };
    },
    async close() {
      await connections.close();
      await sandbox.close();
      await server.stop();
    },
  };
}

export function sourceOf(mail: {
  readonly from: string;
  readonly to: string;
  readonly subject?: string;
  readonly text?: string;
  readonly headers?: Record<string, string>;
}): { readonly source: string; readonly id: string } {
  const id = mail.headers?.['Message-ID'] ?? `<${crypto.randomUUID()}@out.example>`;
  const headers = {
    From: mail.from,
    To: mail.to,
    Subject: mail.subject ?? 'Hello',
    'Message-ID': id,
    Date: new Date().toUTCString(),
    ...mail.headers,
  };
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  return { id, source: `${lines.join('\r\n')}\r\n\r\n${mail.text ?? 'Hi'}\r\n` };
}

async function insertMailbox(
  { db, context }: V2Service,
  { imap, smtp }: MailServer,
  { account_id, email }: { account_id: string; email: string },
): Promise<Mailbox> {
  const sealed = context.secrets.seal(JSON.stringify({ pass: PASSWORD }));
  await db.query(
    `insert into mailboxes (account_id, imap_host, imap_port, imap_secure, smtp_host, smtp_port, smtp_secure, login_name, sealed_secret)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [account_id, imap.host, imap.port, imap.secure, smtp.host, smtp.port, smtp.secure, email, sealed],
  );
  const auth = { user: email, pass: PASSWORD };
  return { account_id, user_id: '', email, name: 'Sam', imap, smtp, auth, revision: 1 };
}
