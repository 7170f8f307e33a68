import { mailboxKey } from '../../../../../../shared/identity/mailbox-key.ts';
import { cutText } from '../../../../../../shared/kit/cut-text.ts';
import type { Queryable } from '../../../../../../shared/postgres/database.ts';
import type { MailDeps } from '../../mail-deps.ts';
import { noteProof } from '../../sending/send-journal.ts';
import { plain } from '../index/indexed-mail.ts';
import { automaticHeaders, commonFields, type Telling } from './event-fields.ts';
import { isOurSend } from './our-sends.ts';
import { tellBounce } from './tell-bounce.ts';
import { tellComplaint } from './tell-complaint.ts';

/** Characters of the text that an event carries. */
const MOST_TEXT = 100_000;

/** spec: Email events. In the transaction that puts the mail into the index. */
export async function tellMail({ events }: Pick<MailDeps, 'events'>, tx: Queryable, telling: Telling): Promise<void> {
  const { mailbox, folder, mail, content } = telling;
  const own = mailboxKey(mail.from_email) === mailboxKey(mailbox.email);
  if (!own && folder.role !== 'sent') await proveSends(tx, telling);
  if (content.meaning.kind === 'bounce') return tellBounce(events, tx, telling, content.meaning);
  if (content.meaning.kind === 'complaint') return tellComplaint(events, tx, telling, content.meaning);
  // What a person throws away of their own may never have been sent.
  if (own && folder.role === 'trash') return;
  const outgoing = folder.role === 'sent' || (own && (folder.role === 'archive' || folder.role === 'other'));
  // The call that sent it has emitted its event.
  if (outgoing && (await isOurSend(tx, mailbox.account_id, mail.message_id))) return;
  await events.emit(tx, {
    account_id: mailbox.account_id,
    type: 'message',
    direction: outgoing ? 'outgoing' : 'incoming',
    at: mail.world_at,
    fields: {
      ...commonFields(telling),
      in_reply_to: mail.in_reply_to,
      message_text: plain(cutText(content.read.text, MOST_TEXT)),
      raw_data: { entityUrn: mail.mail_id },
      ...automaticHeaders(content),
    },
  });
}

/** Nobody can answer a mail, or report on it, that never went out: its Message-ID is known to whom it reached alone. */
async function proveSends(tx: Queryable, { mailbox, mail, content }: Telling): Promise<void> {
  const message_ids = [...(mail.in_reply_to === null ? [] : [mail.in_reply_to]), ...mail.reference_ids];
  if (message_ids.length === 0) return;
  const proof = content.meaning.kind === 'bounce' ? 'it came back' : 'it was answered';
  await noteProof(tx, mailbox.account_id, { message_ids, proof });
}
