import { domainOf, personKey } from '../../../../../shared/identity/mailbox-key.ts';
import { newId } from '../../../../../shared/kit/ids.ts';
import { fitReferences } from '../../../../../shared/mail/fit-references.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { ResolvedFile } from '../../../media/resolved-file.ts';
import type { Encounter } from '../acts/encounter.ts';
import { observe } from '../effects/observe.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { deliverMail } from './deliver-mail.ts';
import { addressOf, type MailRow, mailEventFields, newMessageId } from './mail-row.ts';

const AUTOMATIC_HEADERS = {
  'Auto-Submitted': 'auto-replied',
  'X-Autoreply': 'yes',
  'X-Auto-Response-Suppress': 'All',
};

/** A mail of the person: an answer to the account's last one, or a new one. False where the person has no address. */
export async function receiveMail(
  deps: SandboxDeps,
  tx: Queryable,
  { account, person, at }: Encounter,
  content: { readonly text: string; readonly automatic: boolean; readonly files: readonly ResolvedFile[] },
): Promise<boolean> {
  if (person.email === null) return false;
  const { rows } = await tx.query<MailRow>(
    `select * from sandbox_mails where account_id = $1 and outgoing and $2 = any (recipients)
      order by position desc limit 1`,
    [account.account_id, personKey(person.email)],
  );
  const answered = rows[0];
  const address = answered?.from_email ?? addressOf(account);
  const prefix = content.automatic ? 'Automatic reply: ' : 'Re: ';
  const subject = answered ? `${prefix}${answered.subject.replace(/^(re: )+/i, '')}` : 'Hello';
  const received = {
    mail_id: newId('mail', at),
    account_id: account.account_id,
    thread_id: answered?.thread_id ?? newId('thread', at),
    message_id: newMessageId(domainOf(person.email), at),
    in_reply_to: answered?.message_id ?? null,
    reference_ids: answered ? fitReferences([...answered.reference_ids, answered.message_id]) : [],
    from_name: fullName(person),
    from_email: person.email,
    to_name: account.name,
    to_email: address,
    recipients: [personKey(address)],
    subject,
    text: content.text,
    html: null,
    headers: content.automatic ? AUTOMATIC_HEADERS : {},
    is_bounce: false,
    at: new Date(at),
  };
  const mail = await deliverMail(tx, received, content.files);
  await observe(deps, tx, {
    account_id: account.account_id,
    type: 'message',
    direction: 'incoming',
    at,
    fields: mailEventFields(mail),
  });
  return true;
}
