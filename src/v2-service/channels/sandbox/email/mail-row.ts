import { newId } from '../../../../kit/ids.ts';
import type { Queryable } from '../../../../postgres/database.ts';

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
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly unread: boolean;
  readonly is_bounce: boolean;
  readonly at: Date;
};

export const newMessageId = (domain: string, at: number): string => `<${newId('m', at)}@${domain}>`;

export async function insertMail(tx: Queryable, mail: Omit<MailRow, 'position'>): Promise<void> {
  await tx.query(
    `insert into sandbox_mails (mail_id, account_id, thread_id, message_id, in_reply_to, reference_ids, outgoing,
       from_name, from_email, to_name, to_email, subject, text, html, headers, unread, is_bounce, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
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
      mail.subject,
      mail.text,
      mail.html,
      JSON.stringify(mail.headers),
      mail.unread,
      mail.is_bounce,
      mail.at,
    ],
  );
}

/** spec: Email events / new email. */
export function mailEventFields(mail: Omit<MailRow, 'position'>) {
  return {
    subject: mail.subject,
    message_id: mail.message_id,
    in_reply_to: mail.in_reply_to,
    sender: { name: mail.from_name, email: mail.from_email, is_self_sent: mail.outgoing },
    message_text: mail.text,
    raw_data: { entityUrn: mail.mail_id },
  };
}
