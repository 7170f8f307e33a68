import { cutText } from '../../../../../../shared/kit/cut-text.ts';
import type { EmailConversation, EmailMessage } from '../../../email-channel.ts';
import { storedFiles } from '../stored-files.ts';
import type { ListedRow, MailRow } from './mail-row.ts';
import type { MailText } from './read-texts.ts';

const SNIPPET = 200;

export function listedMail(row: ListedRow, { text, headers }: MailText): EmailConversation {
  return {
    conversation_id: row.thread_id,
    id: row.mail_id,
    message_id: row.message_id,
    in_reply_to: row.in_reply_to,
    participant: row.outgoing
      ? { name: row.to_name, email: row.to_email }
      : { name: row.from_name, email: row.from_email },
    last_message: {
      text: cutText(text.replace(/\s+/g, ' ').trim(), SNIPPET),
      subject: row.subject,
      time: row.world_at.getTime(),
      sender: senderOf(row),
    },
    unread: row.unread_count,
    is_bounce: row.is_bounce,
    has_attachments: row.files.length > 0,
    headers,
  };
}

export function threadMail(
  accountId: string,
  row: MailRow,
  { text, html, headers, to, cc, is_automatic }: MailText,
): EmailMessage {
  return {
    message_id: row.message_id,
    in_reply_to: row.in_reply_to,
    references: row.reference_ids,
    subject: row.subject,
    text,
    html,
    time: row.world_at.getTime(),
    sender: senderOf(row),
    to,
    cc,
    kind: row.is_bounce ? 'bounce' : is_automatic && !row.outgoing ? 'automatic' : 'mail',
    headers,
    attachments: storedFiles(accountId, row),
  };
}

const senderOf = (row: MailRow) => ({ name: row.from_name, email: row.from_email, is_me: row.outgoing });
