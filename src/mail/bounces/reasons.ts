import type { SmtpReply } from './smtp-reply.ts';

/** Why a mail did not arrive. */
export type Reason =
  | 'mailbox_full'
  | 'too_large'
  | 'blocked'
  | 'content'
  | 'authentication'
  | 'too_many'
  | 'disabled'
  | 'moved'
  | 'no_mail_host'
  | 'unknown_user'
  | 'unknown_host'
  | 'relaying'
  | 'expired'
  | 'network'
  | 'system'
  | 'other';

/** Only these say that nothing sent there arrives ever. All others may pass: another day, another text, another server. */
const HARD: ReadonlySet<Reason> = new Set(['unknown_user', 'unknown_host', 'moved', 'no_mail_host']);

export const isHard = (reason: Reason): boolean => HARD.has(reason);

/**
 * Words first: a server that names its reason often sends along a code that means another one (`5.7.1 user unknown`, `5.1.1
 * mailbox full`). Then the enhanced status, then the code alone.
 */
export function reasonOf(text: string, { status, code }: SmtpReply): Reason {
  const words = text.slice(0, 6_000).replace(/\s+/g, ' ').toLowerCase();
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? byStatus(status) ?? byCode(code) ?? 'other';
}

// In this order: what may pass first, where it is said clearly; so that only what remains is for ever.
const WORDS: readonly (readonly [Reason, RegExp])[] = [['mailbox_full', /mailbox.{0,20}full|over ?quota|quota/]];

function byStatus(status: string | null): Reason | null {
  if (status === null) return null;
  const [, subject = '', detail = ''] = status.split('.');
  const found = BY_STATUS[`${subject}.${detail}`] ?? BY_STATUS[subject];
  // A temporary status never says that an address is dead.
  return found !== undefined && status.startsWith('4') && isHard(found) ? 'network' : (found ?? null);
}

/** RFC 3463 and its registry: the detail, else the subject. */
const BY_STATUS: Readonly<Record<string, Reason>> = {
  '1.1': 'unknown_user',
  '1.2': 'unknown_host',
  '1.3': 'unknown_user',
  '1.6': 'moved',
  '1.10': 'no_mail_host',
  '2.1': 'disabled',
  '2.2': 'mailbox_full',
  '2.3': 'too_large',
  '3.4': 'too_large',
  '4.7': 'expired',
  '6': 'content',
  '7': 'blocked',
};

function byCode(code: string | null): Reason | null {
  if (code === '551') return 'moved';
  if (code === '552') return 'mailbox_full';
  return null;
}
