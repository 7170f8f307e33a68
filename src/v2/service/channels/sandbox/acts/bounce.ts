import { domainOf } from '../../../../../shared/identity/mailbox-key.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { observe } from '../effects/observe.ts';
import type { MailRow } from '../email/mail-row.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { addressedAs, deliverReport } from './deliver-report.ts';
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
                          and ($2::text is not null or $3 = any (recipients))
                        order by position desc limit 1)
      returning *`,
    [account.account_id, act.mail_id ?? null, person.email_key],
  );
  const original = rows[0];
  if (!original) return idle(`this account has sent no mail to ${fullName(person)}`);
  const kind = act.bounce_kind ?? person.behavior.bounces ?? 'hard';
  const { status, diagnostic } = REASONS[kind];
  const recipient = addressedAs(original, person.email);
  const report = await deliverReport(
    tx,
    { account, original, at },
    {
      from: { name: 'Mail Delivery Subsystem', email: `mailer-daemon@${domainOf(recipient)}` },
      subject: 'Undelivered Mail Returned to Sender',
      text: `Your mail to ${recipient} could not be delivered.\n\n${diagnostic}`,
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Failed-Recipients': recipient },
      is_bounce: true,
    },
  );
  await observe(deps, tx, {
    account_id: account.account_id,
    type: 'email_bounced',
    direction: 'incoming',
    at,
    fields: { ...report, bounce_status: status, bounce_kind: kind, bounced_recipient: recipient, diagnostic },
  });
  return DONE;
}
