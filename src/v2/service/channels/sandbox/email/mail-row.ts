import { newId } from '../../../../../shared/kit/ids.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { AccountRow } from '../../../accounts/account-row.ts';
import { storeAttachments } from '../../../media/attachments.ts';
import type { ResolvedFile } from '../../../media/resolved-file.ts';

/** A mail in an account's mailbox, sent or received. */
export type MailRow = {
  readonly position: number;
  readonly mail_id: string;
  readonly account_id: string;
  readonly thread_id: string;
  /** With its angle brackets. */
  readonly message_id: string;
  readonly in_reply_to: string | null;
  readonly reference_ids: readonly string[];
  readonly outgoing: boolean;
  readonly from_name: string;
  readonly from_email: string;
  readonly to_name: string;
  readonly to_email: string;
  /** Everybody whom it was sent to, lowercase. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent mails lie in the folder of their thread: `sent` is a label, not a place. */
  readonly folder: 'inbox' | 'archive' | 'trash';
  readonly has_attachments: boolean;
  readonly unread: boolean;
  readonly is_bounce: boolean;
  readonly at: Date;
};

export type NewMail = Omit<MailRow, 'position' | 'has_attachments'>;

export const newMessageId = (domain: string, at: number): string => `<${newId('m', at)}@${domain}>`;

/** The address by which the mailbox sends and is written to. */
export const addressOf = ({ email, account_id }: Pick<AccountRow, 'email' | 'account_id'>): string =>
  email ?? `${account_id}@mailbox.example`;

export async function insertMail(tx: Queryable, mail: NewMail, files: readonly ResolvedFile[]): Promise<void> {
  await tx.query(
    `insert into sandbox_mails (mail_id, account_id, thread_id, message_id, in_reply_to, reference_ids, outgoing,
       from_name, from_email, to_name, to_email, recipients, subject, text, html, headers, folder, has_attachments,
       unread, is_bounce, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    [
      mail.mail_id,
      mail.account_id,
      mail.thread_id,
      mail.message_id,
      mail.in_reply_to,
      mail.reference_ids,
      mail.outgoing,
      mail.from_name,
      mail.from_email,
      mail.to_name,
      mail.to_email,
      mail.recipients,
      mail.subject,
      mail.text,
      mail.html,
      JSON.stringify(mail.headers),
      mail.folder,
      files.length > 0,
      mail.unread,
      mail.is_bounce,
      mail.at,
    ],
  );
  const { account_id, message_id, thread_id } = mail;
  await storeAttachments(tx, { account_id, conversation_id: thread_id, message_id, files, at: mail.at.getTime() });
}

/** spec: Email events / new email. */
export function mailEventFields(mail: NewMail) {
  return {
    subject: mail.subject,
    message_id: mail.message_id,
    in_reply_to: mail.in_reply_to,
    sender: { name: mail.from_name, email: mail.from_email, is_self_sent: mail.outgoing },
    message_text: mail.text,
    raw_data: { entityUrn: mail.mail_id },
  };
}
