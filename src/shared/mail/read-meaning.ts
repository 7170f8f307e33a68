import { asksToStop } from './asks-to-stop.ts';
import { readAutomatic } from './automatic/read-automatic.ts';
import { returnOf } from './automatic/return-of.ts';
import { readBounce } from './bounces/read-bounce.ts';
import { isReceipt } from './bounces/report.ts';
import { readComplaint } from './complaints/read-complaint.ts';
import type { MailMeaning } from './mail-meaning.ts';
import type { ParsedMail } from './reading/parsed-mail.ts';

/**
 * What a mail says: first what machines say in forms of their own, then what they say for a person, and only then what a
 * person wrote. `received_at`, epoch milliseconds, is what `until Friday` is counted from.
 */
export function readMeaning(mail: ParsedMail, { received_at }: { readonly received_at: number }): MailMeaning {
  const report = readComplaint(mail) ?? readBounce(mail);
  if (report !== null) return report;
  if (isReceipt(mail)) return { kind: 'notice' };
  // What a mail program sends for a click on `List-Unsubscribe: <mailto:…>`, often as an automatic mail.
  if (/^\s*unsubscribe\s*$/i.test(mail.subject) && mail.text.trim().length <= 200) return { kind: 'unsubscribe' };
  const headers = Object.fromEntries(mail.headers.toReversed().map(({ name, value }) => [name, value]));
  const { subject, in_reply_to, text } = mail;
  switch (readAutomatic({ subject, headers, in_reply_to, text })) {
    case 'answer':
      return { kind: 'automatic_reply', returns_on: returnOf(mail, received_at) };
    case 'notice':
      return { kind: 'notice' };
    default:
      return asksToStop(text) || (text.trim() === '' && asksToStop(subject))
        ? { kind: 'unsubscribe' }
        : { kind: 'mail' };
  }
}
