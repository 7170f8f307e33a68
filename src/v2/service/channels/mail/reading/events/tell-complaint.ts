import { mailboxKey } from '../../../../../../shared/identity/mailbox-key.ts';
import type { MailMeaning } from '../../../../../../shared/mail/mail-meaning.ts';
import type { Queryable } from '../../../../../../shared/postgres/database.ts';
import type { EventSink } from '../../../../events/event-sink.ts';
import { plain } from '../index/indexed-mail.ts';
import { commonFields, type Telling } from './event-fields.ts';
import { findSentMail, type SentMail } from './our-sends.ts';

type Complaint = Extract<MailMeaning, { kind: 'complaint' }>;

/** @unspecified. One for each address that the report tells of; providers tell of one mail at a time. */
export async function tellComplaint(
  events: EventSink,
  tx: Queryable,
  telling: Telling,
  { feedback_type, recipients, original_message_id }: Complaint,
): Promise<void> {
  const { mailbox, mail } = telling;
  const original =
    original_message_id === null
      ? null
      : await findSentMail(tx, mailbox.account_id, {
          message_id: original_message_id,
          recipient: '',
          before: mail.at,
        });
  for (const recipient of complainers(recipients, original)) {
    await events.emit(tx, {
      account_id: mailbox.account_id,
      type: 'email_complained',
      direction: 'incoming',
      at: mail.world_at,
      fields: {
        ...commonFields(telling),
        feedback_type,
        complained_recipient: plain(recipient),
        original_message_id,
      },
    });
  }
}

/**
 * Many providers black out who complained (RFC 6590), or name an alias of theirs: then it is the one whom our mail was for. Of a mail to
 * several, the first is the one it was written to.
 */
function complainers(named: readonly string[], original: SentMail | null): readonly string[] {
  if (original === null) return named.length > 0 ? named.slice(0, MOST) : [''];
  const ours = named.filter((one) => original.recipients.includes(mailboxKey(one)));
  return ours.length > 0 ? ours.slice(0, MOST) : [original.recipients[0] ?? named[0] ?? ''];
}

const MOST = 50;
