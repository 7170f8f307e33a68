import { newId } from '../../../../kit/ids.ts';
import type { Queryable } from '../../../../postgres/database.ts';
import type { Encounter } from '../acts/encounter.ts';
import { observe } from '../effects/observe.ts';
import { fullName } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { insertMail, type MailRow, mailEventFields, newMessageId } from './mail-row.ts';

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
  content: { readonly text: string; readonly automatic: boolean },
): Promise<boolean> {
  if (person.email === null) return false;
  const { rows } = await tx.query<MailRow>(
    `select * from sandbox_mails where account_id = $1 and outgoing and lower(to_email) = lower($2)
      order by position desc limit 1`,
    [account.account_id, person.email],
  );
  const answered = rows[0];
  const prefix = content.automatic ? 'Automatic reply: ' : 'Re: ';
  const subject = answered ? `${prefix}${answered.subject.replace(/^(re: )+/i, '')}` : 'Hello';
  const mail = {
    mail_id: newId('mail', at),
    account_id: account.account_id,
    thread_id: answered?.thread_id ?? newId('thread', at),
    message_id: newMessageId(person.email.split('@').at(-1) ?? 'mail.example', at),
    in_reply_to: answered?.message_id ?? null,
    reference_ids: answered ? [...answered.reference_ids, answered.message_id] : [],
    outgoing: false,
    from_name: fullName(person),
    from_email: person.email,
    to_name: account.name,
    to_email: answered?.from_email ?? account.email ?? '',
    subject,
    text: content.text,
    html: null,
    headers: content.automatic ? AUTOMATIC_HEADERS : {},
    unread: true,
    is_bounce: false,
    at: new Date(at),
  };
  await insertMail(tx, mail);
  await observe(deps, tx, {
    account_id: account.account_id,
    type: 'message',
    direction: 'incoming',
    at,
    fields: mailEventFields(mail),
  });
  return true;
}
