import { mailboxKey } from '../../../../../../shared/identity/mailbox-key.ts';
import type { MailMeaning } from '../../../../../../shared/mail/mail-meaning.ts';
import type { Queryable } from '../../../../../../shared/postgres/database.ts';
import type { EventSink } from '../../../../events/event-sink.ts';
import { plain } from '../index/indexed-mail.ts';
import { commonFields, type Telling } from './event-fields.ts';
import { findSentMail, markBounced } from './our-sends.ts';

type Bounce = Extract<MailMeaning, { kind: 'bounce' }>;

const MOST = 50;

/** spec: Email events / bounce. One for each address that the mail did not reach. */
export async function tellBounce(events: EventSink, tx: Queryable, telling: Telling, bounce: Bounce): Promise<void> {
  const { mailbox, mail } = telling;
  const { account_id } = mailbox;
  for (const failure of failuresOf(bounce)) {
    const original = await findSentMail(tx, account_id, {
      message_id: bounce.original_message_id,
      recipient: mailboxKey(failure.recipient),
      before: mail.at,
    });
    if (original && !bounce.is_delay) {
      await markBounced(tx, account_id, original.message_id, { kind: failure.bounce_kind, at: mail.world_at });
    }
    const [only, ...more] = original?.recipients ?? [];
    await events.emit(tx, {
      account_id,
      type: 'email_bounced',
      direction: 'incoming',
      at: mail.world_at,
      fields: {
        ...commonFields(telling),
        bounce_status: failure.status ?? (failure.bounce_kind === 'hard' ? '5.0.0' : '4.0.0'),
        bounce_kind: failure.bounce_kind,
        // A report that names nobody is about the one person whom the mail was for.
        bounced_recipient: plain(failure.recipient) || (more.length === 0 ? (only ?? '') : ''),
        diagnostic: failure.diagnostic === null ? null : plain(failure.diagnostic),
        original_message_id: original?.message_id ?? bounce.original_message_id,
      },
    });
  }
}

function failuresOf({ failures, bounce_kind, status, diagnostic }: Bounce): Bounce['failures'] {
  if (failures.length === 0) return [{ recipient: '', bounce_kind, status, diagnostic }];
  return [...new Map(failures.map((one) => [mailboxKey(one.recipient), one])).values()].slice(0, MOST);
}
