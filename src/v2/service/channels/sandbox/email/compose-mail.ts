import { domainOf, personKey } from '../../../../../shared/identity/mailbox-key.ts';
import { newId } from '../../../../../shared/kit/ids.ts';
import { fitReferences } from '../../../../../shared/mail/fit-references.ts';
import { bracketed } from '../../bracketed.ts';
import type { Call } from '../../call.ts';
import type { OutgoingEmail } from '../../email-channel.ts';
import { addressOf, type NewMail, newMessageId } from './mail-row.ts';
import { findReferred } from './thread-of.ts';

/** The mail as it lies in the sender's mailbox; its headers are those that everybody receives, so `bcc` is in none. */
export async function composeMail(
  { tx, account, now }: Call,
  email: OutgoingEmail,
  to: { readonly name: string; readonly address: string },
): Promise<NewMail> {
  const from = addressOf(account);
  const messageId = newMessageId(domainOf(from), now);
  const answeredId = email.thread_ref === null ? null : bracketed(email.thread_ref);
  const referred = answeredId === null ? null : await findReferred(tx, account.account_id, answeredId);
  const answered = referred?.message_id === answeredId ? referred : null;
  const references = answeredId === null ? [] : fitReferences([...(answered?.reference_ids ?? []), answeredId]);
  const subject = email.subject ?? (referred ? `Re: ${referred.subject.replace(/^(re: )+/i, '')}` : '');
  return {
    mail_id: newId('mail', now),
    account_id: account.account_id,
    thread_id: referred?.thread_id ?? newId('thread', now),
    message_id: messageId,
    in_reply_to: answeredId,
    reference_ids: references,
    outgoing: true,
    from_name: account.name,
    from_email: from,
    to_name: to.name,
    to_email: to.address,
    recipients: [...new Set([to.address, ...email.cc, ...email.bcc].map(personKey))],
    subject,
    text: email.text,
    html: email.html,
    headers: {
      ...email.headers,
      From: `${account.name} <${from}>`,
      To: to.address,
      ...(email.cc.length > 0 ? { Cc: email.cc.join(', ') } : {}),
      ...(email.reply_to === null ? {} : { 'Reply-To': email.reply_to }),
      Subject: subject,
      'Message-ID': messageId,
      ...(answeredId === null ? {} : { 'In-Reply-To': answeredId, References: references.join(' ') }),
    },
    // Writing into an archived thread leaves it there; an answer brings it back.
    folder: referred?.folder === 'archive' ? 'archive' : 'inbox',
    unread: false,
    is_bounce: false,
    at: new Date(now),
  };
}
