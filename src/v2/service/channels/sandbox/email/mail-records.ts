import { personKey } from '../../../../../shared/identity/mailbox-key.ts';
import { cutText } from '../../../../../shared/kit/cut-text.ts';
import type { StoredAttachment } from '../../../media/attachments.ts';
import type { EmailConversation, EmailMessage } from '../../email-channel.ts';
import type { MailRow } from './mail-row.ts';

const SNIPPET = 200;

export type ListedMailRow = MailRow & { readonly unread_count: number };

export function listedMail(row: ListedMailRow): EmailConversation {
  return {
    conversation_id: row.thread_id,
    id: row.mail_id,
    message_id: row.message_id,
    in_reply_to: row.in_reply_to,
    participant: row.outgoing
      ? { name: row.to_name || row.to_email, email: row.to_email }
      : { name: row.from_name, email: row.from_email },
    last_message: {
      text: cutText(row.text.replace(/\s+/g, ' ').trim(), SNIPPET),
      subject: row.subject,
      time: row.at.getTime(),
      sender: senderOf(row),
    },
    unread: row.unread_count,
    is_bounce: row.is_bounce,
    has_attachments: row.has_attachments,
    headers: extensionHeaders(row),
  };
}

export function threadMail(row: MailRow, attachments: readonly StoredAttachment[]): EmailMessage {
  return {
    message_id: row.message_id,
    in_reply_to: row.in_reply_to,
    references: row.reference_ids,
    subject: row.subject,
    text: row.text,
    html: row.html,
    time: row.at.getTime(),
    sender: senderOf(row),
    to: [{ name: row.to_name, email: row.to_email }],
    cc: copiesOf(row),
    kind: row.is_bounce ? 'bounce' : 'Auto-Submitted' in row.headers ? 'automatic' : 'mail',
    headers: extensionHeaders(row),
    attachments,
  };
}

/** The recipients beside the first. For our own mails visible and hidden copies cannot be distinguished, so none is listed. */
const copiesOf = ({ outgoing, recipients, to_email }: MailRow) =>
  outgoing ? [] : recipients.filter((email) => email !== personKey(to_email)).map((email) => ({ name: '', email }));

const senderOf = (row: MailRow) => ({ name: row.from_name, email: row.from_email, is_me: row.outgoing });

/** Only the `X-` headers are shown. */
const extensionHeaders = ({ headers }: MailRow): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^x-/i.test(name)));
