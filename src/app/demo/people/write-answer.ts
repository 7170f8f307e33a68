import { createHash } from 'node:crypto';
import { escapeText } from 'entities/escape';
import MailComposer from 'nodemailer/lib/mail-composer';
import { domainOf } from '../../../shared/identity/mailbox-key.ts';
import { fitReferences } from '../../../shared/mail/fit-references.ts';

/** The part of a mail that its answer needs. */
export interface AnsweredMail {
  readonly from: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly message_id: string;
  readonly references: readonly string[];
  readonly text: string;
  /** When it came, virtual time, epoch milliseconds: what the person's calendar says. */
  readonly at: number;
}

interface Answer {
  readonly is: 'reply' | 'absence';
  readonly text: string;
  readonly by: { readonly name: string; readonly email: string };
}

/** RFC 3834, and what the large providers add. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' };

/** The bytes of an answer as a mail program writes it: in its thread, above the words that it answers. */
export function writeAnswer(mail: AnsweredMail, { is, text, by }: Answer): Promise<Buffer> {
  const automatic = is === 'absence';
  const subject = `${automatic ? 'Automatic reply: ' : 'Re: '}${mail.subject.replace(/^(re: ?)+/i, '')}`;
  return new MailComposer({
    from: { name: by.name, address: by.email },
    to: { name: mail.from.name, address: mail.from.email },
    subject,
    // The same answer is the same mail, however often it is written.
    messageId: `<${hashOf(`${is} ${by.email} ${mail.message_id}`).toString('hex', 0, 16)}@${domainOf(by.email)}>`,
    inReplyTo: mail.message_id,
    references: fitReferences([...mail.references, mail.message_id]),
    headers: automatic ? AUTOMATIC : {},
    ...(automatic ? { text } : bodyOf(mail, text, by.email)),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
    .compile()
    .build();
}

/** Some write HTML and some plain text: always the same person the same. */
function bodyOf(mail: AnsweredMail, text: string, address: string): { text: string; html?: string } {
  const day = new Date(mail.at).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  const intro = `On ${day} ${mail.from.name} <${mail.from.email}> wrote:`;
  const quoted = mail.text.trimEnd().split('\n');
  const plain = `${text}\n\n${intro}\n${quoted.map((line) => `> ${line}`).join('\n')}\n`;
  if ((hashOf(address)[0] ?? 0) % 2 === 0) return { text: plain };
  const html = `<p>${escapeText(text)}</p>
<div class="gmail_quote"><div>${escapeText(intro)}</div>
<blockquote class="gmail_quote">${quoted.map(escapeText).join('<br>\n')}</blockquote></div>`;
  return { text: plain, html };
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
