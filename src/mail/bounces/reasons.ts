import { REASON_WORDS } from './reason-words.ts';
import type { SmtpReply } from './smtp-reply.ts';

/** Why a mail did not arrive. */
export type Reason =
  | 'mailbox_full'
  | 'too_large'
  | 'sender'
  | 'blocked'
  | 'content'
  | 'too_many'
  | 'disabled'
  | 'moved'
  | 'no_mail_host'
  | 'unknown_user'
  | 'unknown_host'
  | 'refused'
  | 'expired'
  | 'network'
  | 'system'
  | 'other';

/** Only these say that nothing sent there arrives ever. All others may pass: another day, another text, another server. */
const HARD: ReadonlySet<Reason> = new Set(['unknown_user', 'unknown_host', 'moved', 'no_mail_host']);

/**
 * Words come first, of the reply before those around it: a server that names its reason often sends a code along that means
 * another one (`5.7.1 user unknown`, `5.1.1 mailbox full`). Then the enhanced status decides, then the code.
 */
export function reasonOf(texts: readonly string[], reply: SmtpReply): Reason {
  for (const text of texts) {
    const words = wordsOf(text);
    const said = REASON_WORDS.find(([, pattern]) => pattern.test(words))?.[0];
    // `5.1.1 inactive address`: no such mailbox, whatever it was once; unless it may be opened again.
    if (said === 'disabled' && reply.status === '5.1.1' && !SHUT_FOR_NOW.test(words)) return 'unknown_user';
    if (said === 'refused') return INSISTS.test(reply.status ?? '') ? 'unknown_user' : 'refused';
    if (said !== undefined) return said;
  }
  return byStatus(reply.status) ?? byCode(reply.code) ?? 'other';
}

/** Whether nothing sent to the address will ever arrive; `around`: all that the notice says, where it is of one address. */
export function isHard(
  reason: Reason,
  { status, code }: SmtpReply,
  { texts, around }: { readonly texts: readonly string[]; readonly around: string },
): boolean {
  if (!HARD.has(reason)) return false;
  // `User unknown` in one line, and in another that the mailbox is full or shut: somebody is there.
  const words = wordsOf(around);
  if (reason === 'unknown_user' && MAY_PASS.some((pattern) => pattern.test(words))) return false;
  // The name server answered that the domain has no mail host: that does not pass, whatever status was put to it.
  if (reason === 'no_mail_host' && texts.some((text) => NO_MX.test(text))) return true;
  // Refused before anybody was named as its recipient: `unknown host` and `unknown user` are then the sender's.
  if (texts.some((text) => BEFORE_RECIPIENT.test(text))) return false;
  // RFC 3463: the mailbox is there. Japanese carriers say so of a mailbox whose owner chooses whose mail they take.
  if (reason === 'unknown_user' && status === '5.2.0') return false;
  // What is temporary by its own word is never for ever.
  if (status === null ? code?.startsWith('4') : status.startsWith('4')) return false;
  // An address that does not exist is refused where it is named. A server that took it and says a bare `user unknown` after the
  // text judged the text, and hides that (Japanese carriers do); unless its status insists.
  return reason !== 'unknown_user' || /^5\.1\./.test(status ?? '') || !texts.some(isAfterData);
}

const BEFORE_RECIPIENT =
  /my name was rejected|sender (?:was|is) rejected|did not like our (?:helo|ehlo|mail from)|in reply to (?:helo|ehlo|mail from) command|(?:error from remote mail server|command|response) (?:after|to) (?:initial connection|helo|ehlo|mail from)/i;

const SHUT_FOR_NOW = /suspend|lock(?:ed|out)|frozen|hold|tempor/;

const NO_MX = /\b(?:no (?:valid )?mx\b|null ?mx)/i;

const isAfterData = (text: string): boolean =>
  AFTER_DATA.test(text) && /user unknown|unknown user/i.test(text) && !REFUSED_BEFORE.test(text);

const MAY_PASS = REASON_WORDS.filter(([reason]) => reason === 'mailbox_full' || reason === 'disabled').map(
  ([, pattern]) => pattern,
);

const AFTER_DATA =
  /in reply to\s+(?:end\s+of\s+)?data\s+command|>>> (?:data|\.)\s*\n|after end of data|smtp command\s+data\b|response to (?:end of )?data/i;

/** Commands sent together: the text was never taken. */
const REFUSED_BEFORE = /no valid recipients|need rcpt|no recipients/i;

/** Names of hosts and addresses are no words: `blocked@x.example`, `https://spam.example/why`. */
const wordsOf = (text: string): string =>
  text
    .slice(0, 6_000)
    .toLowerCase()
    .replace(/[a-z]{2,10}:\/\/\S{1,500}/g, ' ')
    .replace(/[^\s@<>()"';:,]{1,64}@[^\s@<>()"';:,]{1,255}/g, '<address>')
    // Exchange names its reasons like hosts: `RESOLVER.ADR.RecipNotFound`.
    .replace(/\b(?:resolver|smtpsend|storedrv|routing|queue)\.[a-z.]{1,60}/g, (name) => name.replaceAll('.', ' '))
    .replace(/\b(?:[a-z0-9_-]{1,63}\.){1,8}[a-z]{2,24}\b/g, '<host>')
    .replace(/\n\d{3}[- ](?:\d\.\d{1,3}\.\d{1,3} )?/g, ' ')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ');

/** No such mailbox; `5.5.0` is what Microsoft's mailboxes for consumers say then. */
const INSISTS = /^5\.(?:1\.[01]|5\.0)$/;

function byStatus(status: string | null): Reason | null {
  if (status === null) return null;
  const [, subject = '', detail = ''] = status.split('.');
  return BY_STATUS[`${subject}.${detail}`] ?? BY_STATUS[subject] ?? null;
}

/** RFC 3463 and its registry: the detail, else the subject. */
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
};

function byCode(code: string | null): Reason | null {
  return code === null ? null : (BY_CODE[code] ?? null);
}

/** RFC 5321 section 4.2.3, where nothing else is told. `550` may be policy as well as an unknown mailbox: it tells nothing. */
const BY_CODE: Readonly<Record<string, Reason>> = {
  '421': 'network',
  '450': 'refused',
  '451': 'system',
  '452': 'mailbox_full',
  '551': 'moved',
  '552': 'mailbox_full',
  '554': 'refused',
};
