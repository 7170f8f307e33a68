import type { ImapFlow } from 'imapflow';
import { mailboxKey } from '../../../../../../shared/identity/mailbox-key.ts';
import type { MailMeaning } from '../../../../../../shared/mail/mail-meaning.ts';
import { readMeaning } from '../../../../../../shared/mail/read-meaning.ts';
import type { ParsedMail } from '../../../../../../shared/mail/reading/parsed-mail.ts';
import { readMail } from '../../../../../../shared/mail/reading/read-mail.ts';
import type { Mailbox } from '../../connections/mailbox.ts';
import type { FolderRow } from '../index/folder-row.ts';
import type { IndexedMail } from '../index/indexed-mail.ts';

/** Bytes that are read of a new mail: enough for its text and the whole of any report. The rest is attachments. */
const MOST_BYTES = 512 * 1024;

/** A new mail with what it says. */
export interface NewMail {
  readonly mail: IndexedMail;
  readonly read: Pick<ParsedMail, 'text' | 'headers'>;
  readonly meaning: MailMeaning;
}

/** Reads new mails of the opened folder, by UID: one after the other, so that large mails do not add up in memory. */
export async function readNewMails(
  client: ImapFlow,
  mailbox: Mailbox,
  { role }: Pick<FolderRow, 'role'>,
  mails: readonly IndexedMail[],
): Promise<ReadonlyMap<number, NewMail>> {
  const found = new Map<number, NewMail>();
  if (mails.length === 0) return found;
  const byUid = new Map(mails.map((mail) => [mail.uid, mail]));
  const query = { uid: true, source: { maxLength: MOST_BYTES } };
  for await (const { uid, source } of client.fetch([...byUid.keys()].join(','), query, { uid: true })) {
    const mail = byUid.get(uid);
    if (!mail || !source) continue;
    const parsed = await readMail(source);
    const own = role === 'sent' || mailboxKey(mail.from_email) === mailboxKey(mailbox.email);
    const meaning = own ? MAIL : readMeaning(parsed, { received_at: mail.world_at });
    found.set(uid, { mail: inItsThread(mail, meaning), read: { text: parsed.text, headers: parsed.headers }, meaning });
  }
  return found;
}

const MAIL = { kind: 'mail' } as const;

/** A report answers the mail it is about, whether or not its headers say so. */
function inItsThread(mail: IndexedMail, meaning: MailMeaning): IndexedMail {
  const original = meaning.kind === 'bounce' || meaning.kind === 'complaint' ? meaning.original_message_id : null;
  return {
    ...mail,
    is_bounce: meaning.kind === 'bounce',
    in_reply_to: mail.in_reply_to ?? original,
    reference_ids:
      original === null || mail.reference_ids.includes(original)
        ? mail.reference_ids
        : [...mail.reference_ids, original],
  };
}
