import { readBounce } from './bounces/read-bounce.ts';
import type { MailMeaning } from './mail-meaning.ts';
import type { ParsedMail } from './reading/parsed-mail.ts';

/** What a mail says. `received_at`, epoch milliseconds, is what `until Friday` is counted from. */
export function meaningOf(mail: ParsedMail, _options: { readonly received_at: number }): MailMeaning {
  return readBounce(mail) ?? { kind: 'mail' };
}
