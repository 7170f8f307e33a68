import { ImapFlow } from 'imapflow';
import type { MailServer } from '../../../src/app/demo/mail-server/start-mail-server.ts';
import { headerOf, type ParsedMail } from '../../../src/shared/mail/reading/parsed-mail.ts';
import { readMail } from '../../../src/shared/mail/reading/read-mail.ts';
import { bounceMail, complaintMail } from './report-mails.ts';

/** The body of a `POST /v2/login` that signs in to a mailbox of this server. */
export const loginOf = ({ imap, smtp }: MailServer, email: string, password: string, more: object = {}) => ({
  ...{ platform: 'email', email, password, name: 'Anna Keller', imap, smtp },
  ...more,
});

/** Reads what lies in the inbox of an address, oldest first. */
export const inboxOf = (server: MailServer, email: string): Promise<ParsedMail[]> =>
  Promise.all(server.arrived(email).map((source) => readMail(source)));

/** As providers do that file what is sent over their servers themselves. */
export async function fileAsSent({ imap }: MailServer, user: string, pass: string, source: Buffer): Promise<void> {
  const client = new ImapFlow({ ...imap, doSTARTTLS: false, logger: false, auth: { user, pass } });
  await client.connect();
  try {
    await client.append('Sent', source, ['\\Seen']);
  } finally {
    await client.logout();
  }
}

export const addressIn = (header: string): string => /<([^<>]+)>/.exec(header)?.[1] ?? header.trim();

/** A person who does something about a mail that they got: it comes to the mailbox that the mail was from. */
export interface Correspondent {
  reply(text: string, headers?: Readonly<Record<string, string>>): Promise<void>;
  bounce(): Promise<void>;
  complain(): Promise<void>;
  /** As a mail program does for its button (RFC 8058). */
  unsubscribe(): Promise<void>;
}

export function about(server: MailServer, email: string, mail: ParsedMail): Correspondent {
  const to = addressIn(headerOf(mail, 'from'));
  const id = headerOf(mail, 'message-id');
  const reported = { to, recipient: email, original: `Message-ID: ${id}` };
  const deliver = (from: string, source: string) => server.deliver({ from, to: [to] }, source);
  return {
    async reply(text, headers = {}) {
      const fields = {
        From: email,
        To: to,
        Subject: `Re: ${mail.subject}`,
        'Message-ID': `<${crypto.randomUUID()}@answers.test>`,
        'In-Reply-To': id,
        References: id,
        Date: new Date().toUTCString(),
        ...headers,
      };
      const head = Object.entries(fields).map(([field, value]) => `${field}: ${value}`);
      await deliver(email, `${head.join('\r\n')}\r\n\r\n${text}\r\n`);
    },
    bounce: () => deliver('', bounceMail(reported)),
    complain: () => deliver(reported.recipient, complaintMail(reported)),
    async unsubscribe() {
      const [url] = /https?:[^>]+/.exec(headerOf(mail, 'list-unsubscribe')) ?? [''];
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      const { status } = await fetch(url, { method: 'POST', body });
      if (status !== 200) throw new Error(`unsubscribing was answered ${status}`);
    },
  };
}
