import type { CarriedFile } from '../index/carried-files.ts';

/** A mail as a list shows it, without its text. */
export type MailRow = {
  readonly position: number;
  readonly mail_id: string;
  readonly thread_id: string;
  readonly message_id: string;
  readonly in_reply_to: string | null;
  readonly reference_ids: readonly string[];
  readonly outgoing: boolean;
  readonly from_name: string;
  readonly from_email: string;
  readonly to_name: string;
  readonly to_email: string;
  readonly subject: string;
  readonly files: readonly CarriedFile[];
  readonly is_bounce: boolean;
  /** Time by the mail server's clock. */
  readonly at: Date;
  /** In the service's own time. */
  readonly world_at: Date;
};

export type ListedRow = MailRow & { readonly unread_count: number };

export const ROW_COLUMNS = `m.position::float8 as position, m.mail_id, m.thread_id, m.message_id, m.in_reply_to, m.reference_ids,
  m.outgoing, m.from_name, m.from_email, m.to_name, m.to_email, m.subject, m.files, m.is_bounce, m.at, m.world_at`;

/**
 * SQL: the label of a mail. A sent mail stays in its folder, and is in the inbox with its thread until that is put into the archive,
 * as in the sandbox: a thread to which nobody has answered is a thread of the inbox.
 */
export const labelOf = (mail: string): string =>
  `case when ${mail}.role = 'sent' then case when ${mail}.archived then 'archive' else 'inbox' end else ${mail}.role end`;
