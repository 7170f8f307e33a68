import { ImapFlow } from 'imapflow';
import type { MailboxConnections } from '../../../src/v2/service/channels/mail/connections/mailbox-connections.ts';
import type { MailAdapter } from '../../../src/v2/service/channels/mail/create-mail-adapter.ts';
import { createMailAdapter } from '../../../src/v2/service/channels/mail/create-mail-adapter.ts';
import type { ServiceContext } from '../../../src/v2/service/context/service-context.ts';
import type { StubChannels } from '../support/stub-channels.ts';
import { rawTransport } from './raw-transport.ts';

/** Lets the service send its mails over the servers that these connections lead to. */
export function sendOver(
  context: ServiceContext,
  channels: StubChannels,
  connections: MailboxConnections,
): MailAdapter {
  const mail = createMailAdapter({ ...context, connections }, { rules: { allow_private: true }, watch: false });
  channels.adapters.unshift(mail);
  return mail;
}

/** Makes the account one of a real mailbox; its servers are where the connections of the test lead. */
export async function makeReal({ db, secrets }: ServiceContext, accountId: string, email: string): Promise<void> {
  await db.query('update accounts set email = $2 where account_id = $1', [accountId, email]);
  await db.query(
    `insert into mailboxes (account_id, imap_host, imap_port, imap_secure, smtp_host, smtp_port, smtp_secure, login_name,
       sealed_secret) values ($1, 'imap.agency.test', 993, true, 'smtp.agency.test', 465, true, $2, $3)`,
    [accountId, email, secrets.seal(JSON.stringify({ pass: 'secret' }))],
  );
}

/** To servers on this machine, a connection for each use of IMAP. */
export function connectTo(ports: { readonly smtp: number; readonly imap: number }): MailboxConnections {
  const transport = rawTransport({ port: ports.smtp });
  return {
    smtp: () => transport,
    watch: () => Promise.reject(new Error('nothing is watched here')),
    close: async () => transport.close(),
    async imap(mailbox, use) {
      const client = new ImapFlow({
        ...{ host: '127.0.0.1', port: ports.imap, secure: false, doSTARTTLS: false, logger: false },
        auth: { user: mailbox.email, pass: 'secret' },
      });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return await use(client);
      } finally {
        await client.logout();
      }
    },
  };
}
