import { headerOf, type ParsedMail } from '../reading/parsed-mail.ts';
import { FAILURE_SUBJECT, NOT_DELIVERED } from './failure-words.ts';
import { isReport } from './report.ts';
import type { Returned } from './returned-mail.ts';

/** Nobody but a mail system is called so. */
const DAEMON =
  /^(?:mailer[-_.]?daemon|mail-?daemon|mmdf|mdaemon|double-bounce|mail[-_.]delivery[-_.](?:sub)?system)(?:[-+=.][^@]*)?(?:@|$)/i;
/** `From: <>`, or the bare word, whatever address comes with it. */
const NOBODY = /^\s*(?:<\s*>|"?mailer-daemon"?(?:\s|$))/i;
/** People are behind some of these. */
const DESK =
  /^(?:post[-_]?master|mail-?(?:system|admin|delivery)|bounces?|delivery|smtp|mail|no-?reply|administrator)(?:[-+=.][^@]*)?@/i;
/** A program of mailing lists, and those who run it. */
const LIST = /^(?:owner-[^@]+|[^@]+-(?:admin|owner|request))@/i;
const NAMES =
  /mail(?:er)?[-. ]?(?:delivery|daemon|administrator|system)|delivery (?:sub)?system|postmaster|system (?:administrator|manager|attendant)|mail server|delivery (?:status|failure)/i;

/** A mail server wrote it, or may have: by its name, or because nobody is to answer (an empty return path, RFC 5321 section 4.5.5). */
export const isFromMailServer = (mail: ParsedMail): boolean => certainty(mail) > 0;

/** 3: only a mail system writes so; 2: a mail system or those who run it; 1: a machine, of whatever kind; 0: a person. */
function certainty(mail: ParsedMail): 0 | 1 | 2 | 3 {
  const { from } = mail;
  if (headerOf(mail, 'x-failed-recipients') !== '') return 3;
  if (NOBODY.test(headerOf(mail, 'from')) || (from !== null && DAEMON.test(from.email))) return 3;
  if (isReport(mail) && /delivery-status/i.test(headerOf(mail, 'content-type'))) return 3;
  const isList = headerOf(mail, 'x-mlserver') !== '' && from !== null && LIST.test(from.email);
  const isDesk = isList || (from !== null && (DESK.test(from.email) || NAMES.test(from.name)));
  const answersNobody = /^(?:<\s*>|<?mailer-daemon\b.*|<?null>?)$/i.test(headerOf(mail, 'return-path').trim());
  if (isDesk) return answersNobody ? 3 : 2;
  return answersNobody ? 1 : 0;
}

const REPLY = /(?:^|[\s:(#-])[45][0-5]\d[- ]{1,3}(?:[245]\.\d{1,3}\.\d{1,3}\b|[a-z<"'#(])|\(#[45]\.\d\.\d{1,3}\)/im;

/** Tells a notice of failure that has no report: the less sure it is who wrote, the more must speak for it. */
export function isFailureNotice(mail: ParsedMail, { notice, original }: Returned): boolean {
  const words = NOT_DELIVERED.test(notice);
  const signs = [FAILURE_SUBJECT.test(mail.subject), words, REPLY.test(notice), original !== null];
  const found = signs.filter(Boolean).length;
  switch (certainty(mail)) {
    case 3:
      return signs.slice(0, 3).some(Boolean);
    case 2:
      return found >= 2;
    case 1:
      return found >= 3 && words;
    default:
      return false;
  }
}
