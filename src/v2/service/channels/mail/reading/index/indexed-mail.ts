import { createHash } from 'node:crypto';
import type { FetchMessageObject, MessageStructureObject } from 'imapflow';
import { mailboxKey } from '../../../../../../shared/identity/mailbox-key.ts';
import type { Clock } from '../../../../../../shared/kit/clock.ts';
import type { ParsedMail } from '../../../../../../shared/mail/reading/parsed-mail.ts';
import { readMail } from '../../../../../../shared/mail/reading/read-mail.ts';
import { arrivalOf } from './arrival.ts';
import { type CarriedFile, carriedFiles } from './carried-files.ts';
import { subjectKey } from './subject-key.ts';

/** A mail as the index keeps it: what its headers and its structure tell. */
export interface IndexedMail {
  readonly uid: number;
  readonly identity: string;
  readonly message_id: string;
  readonly in_reply_to: string | null;
  readonly reference_ids: readonly string[];
  readonly from_name: string;
  readonly from_email: string;
  readonly to_name: string;
  readonly to_email: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  /** Without who wrote to whom. */
  readonly base_subject: string;
  readonly is_answer: boolean;
  readonly files: readonly CarriedFile[];
  readonly is_bounce: boolean;
  readonly unread: boolean;
  /** Not sent yet: no mail at all. */
  readonly is_draft: boolean;
  /** When the server took it in, epoch milliseconds of a whole second. */
  readonly at: number;
  /** The same in the service's own time, which may run faster. */
  readonly world_at: number;
  /** The date in the mail's own header. */
  readonly date: number | null;
}

/** The only headers that are read: a mailbox of a hundred thousand mails is read through once. */
const HEADERS = ['from', 'to', 'cc', 'subject', 'date', 'message-id', 'in-reply-to', 'references'];
export const INDEX_QUERY = {
  uid: true,
  flags: true,
  internalDate: true,
  size: true,
  bodyStructure: true,
  headers: HEADERS,
};

const MOST_REFERENCES = 50;
const MOST_RECIPIENTS = 200;

export async function indexedMail(fetched: FetchMessageObject, clock: Clock): Promise<IndexedMail> {
  const mail = await readMail(fetched.headers ?? new Uint8Array());
  const at = timeOf(fetched.internalDate);
  const identity = identityOf(mail, fetched.size ?? 0);
  const from = mail.from ?? { name: '', email: '' };
  const to = mail.to[0] ?? mail.cc[0] ?? { name: '', email: '' };
  const { base, is_answer } = subjectKey(mail.subject);
  const { references } = mail;
  return {
    uid: fetched.uid,
    identity,
    message_id: mail.message_id ?? `<${identity}@no-message-id.invalid>`,
    in_reply_to: mail.in_reply_to,
    // The first one, which began the thread, and the nearest.
    reference_ids:
      references.length > MOST_REFERENCES
        ? [...references.slice(0, 1), ...references.slice(1 - MOST_REFERENCES)]
        : references,
    from_name: plain(from.name || from.email),
    from_email: plain(from.email),
    to_name: plain(to.name || to.email),
    to_email: plain(to.email),
    recipients: [...mail.to, ...mail.cc].slice(0, MOST_RECIPIENTS).map(({ email }) => plain(mailboxKey(email))),
    subject: plain(mail.subject),
    base_subject: plain(base),
    is_answer,
    files: fetched.bodyStructure ? carriedFiles(fetched.bodyStructure) : [],
    is_bounce: fetched.bodyStructure !== undefined && isReport(fetched.bodyStructure),
    is_draft: fetched.flags?.has('\\Draft') ?? false,
    unread: fetched.flags !== undefined && !fetched.flags.has('\\Seen'),
    at,
    world_at: arrivalOf(clock, at),
    date: mail.date,
  };
}

/**
 * Digests what distinguishes a mail from all others, in whatever folder and under whatever UID. The Message-ID alone is not
 * enough: there are machines that give all of their mails the same one, and an answer must not be taken for one that was seen
 * before.
 */
function identityOf(mail: ParsedMail, size: number): string {
  const identifying = [
    mail.message_id ?? `${mail.subject} ${size}`,
    mail.from === null ? '' : mailboxKey(mail.from.email),
    String(mail.date ?? ''),
  ];
  return createHash('sha256').update(identifying.join('\n')).digest('hex').slice(0, 32);
}

/** A report about a mail that was not delivered (RFC 3464), by its structure alone. */
const isReport = ({ type, parameters }: MessageStructureObject): boolean =>
  type === 'multipart/report' && (parameters?.['report-type'] ?? '').toLowerCase() === 'delivery-status';

function timeOf(given: Date | string | undefined): number {
  const at = given === undefined ? Number.NaN : new Date(given).getTime();
  return Number.isNaN(at) ? 0 : Math.max(0, at);
}

/** Postgres takes no zero bytes, and half of a surrogate pair is no text. */
export const plain = (text: string): string => text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');
