import { mailboxKey } from '../../identity/mailbox-key.ts';
import { splitReturned } from '../bounces/returned-mail.ts';
import type { MailMeaning } from '../mail-meaning.ts';
import { addressesIn } from '../reading/addresses.ts';
import { headerOf, type ParsedMail } from '../reading/parsed-mail.ts';
import { textOfPart } from '../reading/text-of-part.ts';
import { readSesEvent } from '../ses-event.ts';

/** `not-spam` takes a complaint back, `auth-failure` and `dmarc` are about mail that others sent in our name. */
const NO_COMPLAINT = /^(?:not-spam|auth-failure|dmarc)/;

/**
 * A feedback loop's report (RFC 5965), one in the older form of Microsoft's (a copy of the mail with a header that names who
 * complained), or what Amazon SES makes of them. Null: none; `notice`: a report that complains of nothing.
 */
export function readComplaint(mail: ParsedMail): Extract<MailMeaning, { kind: 'complaint' | 'notice' }> | null {
  const event = readSesEvent(mail);
  if (event?.kind === 'complaint') {
    const { feedback_type, ...rest } = event;
    return NO_COMPLAINT.test(feedback_type ?? '')
      ? { kind: 'notice' }
      : { ...rest, feedback_type: feedback_type ?? 'abuse' };
  }
  const report = mail.parts.find(({ type }) => type === 'message/feedback-report');
  const isReport = /^\s*multipart\/report\b.*feedback-report/i.test(headerOf(mail, 'content-type'));
  const { original, source } = splitReturned(mail);
  const named = /^x-hmxmroriginalrecipient:[ \t]{0,9}(\S{3,320})/im.exec(source)?.[1];
  if (!(report && /^\s*multipart\//i.test(headerOf(mail, 'content-type'))) && !isReport) {
    if (named === undefined || !/complaint/i.test(mail.subject)) return null;
  }
  const fields = report ? textOfPart(report, 100_000) : '';
  const type = /^feedback-type:[ \t]{0,9}([\w-]{1,40})/im.exec(fields)?.[1]?.toLowerCase() ?? 'abuse';
  if (NO_COMPLAINT.test(type)) return { kind: 'notice' };
  const recipientFields = [
    ...fields.matchAll(/^(?:original-rcpt-to|removal-recipient|x-[\w-]{0,30}recipient):[ \t]{0,9}(.{3,330})$/gim),
  ];
  const recipients = [...recipientFields.map(([, value = '']) => value), named ?? ''].flatMap((one) =>
    addressesIn(one),
  );
  const found = recipients.length > 0 ? recipients.map(({ email }) => email) : (original?.recipients ?? []);
  return {
    kind: 'complaint',
    feedback_type: type,
    recipients: [...new Map(found.map((one) => [mailboxKey(one), one])).values()],
    original_message_id: original?.message_id ?? null,
  };
}
