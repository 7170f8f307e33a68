import type { Reason } from './rules/rule.ts';
import type { SmtpReply } from './smtp-reply.ts';

/** Reads the reason from the enhanced status; null: it tells none. */
export function reasonOfStatus({ status, code }: SmtpReply): Reason | null {
  const [, subject = '', detail = ''] = status?.split('.') ?? [];
  // RFC 7504: a host, or a domain, that takes no mail at all; blocklists use 521 too, with a status of policy.
  if ((code === '521' || code === '556') && subject !== '7') return 'no_mail_host';
  return BY_STATUS[`${subject}.${detail}`] ?? BY_STATUS[subject] ?? null;
}

/** The reason that the code alone gives; null: none. `550` may be policy as well as an unknown mailbox. */
export const reasonOfCode = (code: string | null): Reason | null => (code === null ? null : (BY_CODE[code] ?? null));

/** RFC 3463 and its registry (with RFC 4954, 5248, 7372, 7505): the detail, else the subject. */
const BY_STATUS: Readonly<Record<string, Reason>> = {
  '1.0': 'unknown_user',
  '1.1': 'unknown_user',
  '1.2': 'unknown_host',
  '1.3': 'unknown_user',
  '1.4': 'refused',
  '1.6': 'moved',
  '1.7': 'sender',
  '1.8': 'sender',
  '1.9': 'system',
  // Null MX, RFC 7505; Exchange means an unknown recipient by it.
  '1.10': 'no_mail_host',
  '2': 'refused',
  '2.1': 'disabled',
  '2.2': 'mailbox_full',
  '2.3': 'too_large',
  '3': 'system',
  '3.4': 'too_large',
  '4': 'network',
  '4.4': 'unknown_host',
  '4.7': 'expired',
  // Exchange Online: the recipient's domain does not exist.
  '4.310': 'unknown_host',
  '6': 'content',
  '7': 'blocked',
  // Mailbox and domain have changed hands (RFC 7293).
  '7.17': 'unknown_user',
  '7.18': 'unknown_host',
};

/** RFC 5321 section 4.2.3. */
const BY_CODE: Readonly<Record<string, Reason>> = {
  '421': 'network',
  '450': 'refused',
  '451': 'system',
  '452': 'mailbox_full',
  '551': 'moved',
  '552': 'mailbox_full',
  '554': 'refused',
};
