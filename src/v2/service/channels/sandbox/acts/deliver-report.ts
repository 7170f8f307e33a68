import { domainOf, personKey } from '../../../../../shared/identity/mailbox-key.ts';
import { newId } from '../../../../../shared/kit/ids.ts';
import { fitReferences } from '../../../../../shared/mail/fit-references.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { AccountRow } from '../../../accounts/account-row.ts';
import { deliverMail } from '../email/deliver-mail.ts';
import { type MailRow, mailEventFields, newMessageId } from '../email/mail-row.ts';

/** A report of a mail server about a mail that the account has sent. */
interface Report {
  readonly from: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly is_bounce: boolean;
}

/**
 * Puts the report into the mailbox, in the thread of the mail that it is about; returns the fields that an event shows of it.
 * `at`: virtual time.
 */
export async function deliverReport(
  tx: Queryable,
  { account, original, at }: { readonly account: AccountRow; readonly original: MailRow; readonly at: number },
  { from, ...report }: Report,
) {
  const mail = await deliverMail(
    tx,
    {
      ...report,
      mail_id: newId('mail', at),
      account_id: account.account_id,
      thread_id: original.thread_id,
      message_id: newMessageId(domainOf(from.email), at),
      in_reply_to: original.message_id,
      reference_ids: fitReferences([...original.reference_ids, original.message_id]),
      from_name: from.name,
      from_email: from.email,
      to_name: account.name,
      to_email: original.from_email,
      recipients: [personKey(original.from_email)],
      html: null,
      at: new Date(at),
    },
    [],
  );
  const { subject, message_id, sender } = mailEventFields(mail);
  return { subject, message_id, sender, original_message_id: original.message_id };
}

/** The person's address as the account wrote it; a copy reaches them under their own. */
export const addressedAs = (original: MailRow, email: string | null): string =>
  email === null || personKey(original.to_email) === personKey(email) ? original.to_email : email;
