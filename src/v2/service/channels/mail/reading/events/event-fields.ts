import { mailboxKey } from '../../../../../../shared/identity/mailbox-key.ts';
import { cutText } from '../../../../../../shared/kit/cut-text.ts';
import { isLookedAt } from '../../../../../../shared/mail/verdict/header-signs.ts';
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

/** Those that tell a machine, and two that others look at. */
const isOfMachines = (name: string): boolean =>
  isLookedAt(name) || name === 'x-auto-response-suppress' || name === 'list-id';
/** Every mail has these; they tell something in one form only. */
const TELLS: Readonly<Record<string, RegExp>> = {
  'return-path': /^\s*<\s*>/,
  'content-type': /^\s*multipart\/report\b/i,
  'delivered-to': /^\s*autoresponder\s*$/i,
  'x-delivered-to': /^\s*autoresponder\s*$/i,
  'x-loop': /vacation|auto-?(?:repl|respon)/i,
};

/** Extension: the headers that distinguish automatic mail from a person's; absent where there are none. */
export function automaticHeaders({ read }: NewMail): { headers?: Record<string, string> } {
  const shown = read.headers.flatMap(({ name, value }) => {
    if (!isOfMachines(name) || TELLS[name]?.test(value) === false) return [];
    return [[shownName(name), plain(cutText(value, 500))]];
  });
  return shown.length === 0 ? {} : { headers: Object.fromEntries(shown) };
}

/** `x-overture-intent` is read as `X-Overture-Intent`: case says nothing in a header's name. */
export function shownName(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_all, dash, letter) => dash + letter.toUpperCase());
}
