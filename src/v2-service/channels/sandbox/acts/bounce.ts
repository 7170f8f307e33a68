import { newId } from '../../../../kit/ids.ts';
import type { Queryable } from '../../../../postgres/database.ts';
import { observe } from '../effects/observe.ts';
import { deliverMail } from '../email/deliver-mail.ts';
import { domainOf, type MailRow, mailEventFields, newMessageId } from '../email/mail-row.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { type ActOutcome, DONE, type Encounter, idle } from './encounter.ts';

const REASONS = {
  hard: { status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 the mailbox does not exist' },
  soft: { status: '4.2.2', diagnostic: 'smtp; 452 4.2.2 the mailbox is full' },
} as const;

/** The person's mail server sends the account's mail back. */
export async function bounce(
  deps: SandboxDeps,
  tx: Queryable,
  { account, person, at }: Encounter,
  act: { readonly mail_id?: string; readonly bounce_kind?: 'hard' | 'soft' },
): Promise<ActOutcome> {
  const { rows } = await tx.query<MailRow>(
    `update sandbox_mails set bounced = true
      where mail_id = (select mail_id from sandbox_mails
                        where account_id = $1 and outgoing and ($2::text is null or mail_id = $2)
                          and ($2::text is not null or lower($3) = any (recipients))
                        order by position desc limit 1)
      returning *`,
    [account.account_id, act.mail_id ?? null, person.email],
  );
  const original = rows[0];
  if (!original) return idle(`this account has sent no mail to ${fullName(person)}`);
  const kind = act.bounce_kind ?? person.behavior.bounces ?? 'hard';
  const { status, diagnostic } = REASONS[kind];
  // A copy bounces too; the address is told as the account wrote it.
  const toPerson = person.email === null || original.to_email.toLowerCase() === person.email.toLowerCase();
  const recipient = toPerson ? original.to_email : person.email;
  const domain = domainOf(recipient);
  const bounced = {
    mail_id: newId('mail', at),
    account_id: account.account_id,
    thread_id: original.thread_id,
    message_id: newMessageId(domain, at),
    in_reply_to: original.message_id,
    reference_ids: [...original.reference_ids, original.message_id],
    from_name: 'Mail Delivery Subsystem',
    from_email: `mailer-daemon@${domain}`,
    to_name: account.name,
    to_email: original.from_email,
    recipients: [original.from_email.toLowerCase()],
    subject: 'Undelivered Mail Returned to Sender',
    text: `Your mail to ${recipient} could not be delivered.\n\n${diagnostic}`,
    html: null,
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Failed-Recipients': recipient },
    is_bounce: true,
    at: new Date(at),
  };
  const mail = await deliverMail(tx, bounced, []);
  const { subject, message_id, sender } = mailEventFields(mail);
  await observe(deps, tx, {
    account_id: account.account_id,
    type: 'email_bounced',
    direction: 'incoming',
    at,
    fields: {
      subject,
      message_id,
      sender,
      bounce_status: status,
      bounce_kind: kind,
      bounced_recipient: recipient,
      diagnostic,
      original_message_id: original.message_id,
    },
  });
  return DONE;
}
