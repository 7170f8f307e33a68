import { mailboxKey } from '../../../../../../shared/identity/mailbox-key.ts';
import { cutText } from '../../../../../../shared/kit/cut-text.ts';
import type { Mailbox } from '../../connections/mailbox.ts';
import type { FolderRow } from '../index/folder-row.ts';
import { type IndexedMail, plain } from '../index/indexed-mail.ts';
import type { NewMail } from './read-new-mails.ts';

export interface Telling {
  readonly mailbox: Mailbox;
  readonly folder: FolderRow;
  readonly mail: IndexedMail & { readonly mail_id: string };
  readonly content: NewMail;
}

/** spec: Email events: what both of them say. */
export function commonFields({ mailbox, folder, mail }: Telling) {
  const own = folder.role === 'sent' || mailboxKey(mail.from_email) === mailboxKey(mailbox.email);
  return {
    subject: mail.subject,
    message_id: mail.message_id,
    sender: { name: mail.from_name, email: mail.from_email, is_self_sent: own },
  };
}

/** RFC 3834 and what came before it. */
const AUTOMATIC = new Map(
  ['Auto-Submitted', 'Precedence', 'X-Autoreply', 'X-Autorespond', 'X-Auto-Response-Suppress', 'List-Id'].map(
    (name) => [name.toLowerCase(), name],
  ),
);

/** Extension: the headers that distinguish automatic mail from a person's; absent where there are none. */
export function automaticHeaders({ read }: NewMail): { headers?: Record<string, string> } {
  const told = read.headers.flatMap(({ name, value }) => {
    const shown = AUTOMATIC.get(name);
    return shown === undefined ? [] : [[shown, plain(cutText(value, 500))]];
  });
  return told.length === 0 ? {} : { headers: Object.fromEntries(told) };
}
