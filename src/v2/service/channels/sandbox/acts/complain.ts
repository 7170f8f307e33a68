import { domainOf } from '../../../../../shared/identity/mailbox-key.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { observe } from '../effects/observe.ts';
import type { MailRow } from '../email/mail-row.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { addressedAs, deliverReport } from './deliver-report.ts';
import { type ActOutcome, DONE, type Encounter, idle } from './encounter.ts';

/** The person calls the account's mail spam, and their provider's feedback loop says so (RFC 5965). */
export async function complain(
  deps: SandboxDeps,
  tx: Queryable,
  { account, person, at }: Encounter,
  act: { readonly mail_id?: string },
): Promise<ActOutcome> {
  const { rows } = await tx.query<MailRow>(
    `select * from sandbox_mails
      where account_id = $1 and outgoing and not bounced and ($2::text is null or mail_id = $2) and $3 = any (recipients)
      order by position desc limit 1`,
    [account.account_id, act.mail_id ?? null, person.email_key],
  );
  const original = rows[0];
  if (!original) return idle(`no mail of this account has reached ${fullName(person)}`);
  const recipient = addressedAs(original, person.email);
  const report = await deliverReport(
    tx,
    { account, original, at },
    {
      from: { name: 'Feedback Loop', email: `feedback@${domainOf(recipient)}` },
      subject: `Abuse report: ${original.subject}`,
      text: `This is an abuse report for a mail from ${original.from_email} to ${recipient}.`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      is_bounce: false,
    },
  );
  await observe(deps, tx, {
    account_id: account.account_id,
    type: 'email_complained',
    direction: 'incoming',
    at,
    fields: { ...report, feedback_type: 'abuse', complained_recipient: recipient },
  });
  return DONE;
}
