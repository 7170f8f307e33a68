import type { Failure, MailMeaning } from '../mail-meaning.ts';
import { addressesIn } from '../reading/addresses.ts';
import { headerOf, type ParsedMail } from '../reading/parsed-mail.ts';
import { messageIds } from '../reading/read-mail.ts';
import { FAILURE_SUBJECT, isFromMailServer, isServerName } from './mail-server.ts';
import { isHard, reasonOf } from './reasons.ts';
import { recipientsInText } from './recipients-in-text.ts';
import { isReport, type Reported, readReport } from './report.ts';
import { type Returned, splitReturned } from './returned-mail.ts';
import { smtpReply } from './smtp-reply.ts';

type Bounce = Extract<MailMeaning, { kind: 'bounce' }>;

/** A mail server says that a mail did not arrive, or not yet; null: this is no such mail. */
export function readBounce(mail: ParsedMail): Bounce | null {
  const reported = isReport(mail) || isFromMailServer(mail) ? readReport(mail) : [];
  const failed = reported.filter(({ action }) => action !== 'arrived');
  if (reported.length > 0 && failed.length === 0) return null;
  const returned = splitReturned(mail);
  if (failed.length === 0 && !isNotice(mail, returned)) return null;
  const failures = failuresOf(mail, failed, returned);
  const [first] = failures;
  const worst = failures.find(({ bounce_kind }) => bounce_kind === 'hard') ?? first;
  return {
    kind: 'bounce',
    bounce_kind: worst?.bounce_kind ?? 'soft',
    is_delay: failed.length > 0 && failed.every(({ action }) => action === 'delayed'),
    status: worst?.status ?? null,
    recipients: failures.map(({ recipient }) => recipient),
    diagnostic: worst?.diagnostic ?? null,
    original_message_id: returned.original?.message_id ?? messageIds(headerOf(mail, 'in-reply-to'))[0] ?? null,
    failures,
  };
}

/** Without a report: a server's mail that says so, in its subject or its text. */
function isNotice(mail: ParsedMail, { notice }: Returned): boolean {
  if (!isFromMailServer(mail)) return false;
  return FAILURE_SUBJECT.test(mail.subject) && isServerName(mail) && notice !== '';
}

function failuresOf(mail: ParsedMail, reported: readonly Reported[], { notice, original }: Returned): Failure[] {
  const header = addressesIn(headerOf(mail, 'x-failed-recipients')).map(({ email }) => email);
  const named = recipientsInText(notice, mail, [...header, ...(original?.recipients ?? [])]);
  const found = new Map<string, Failure>();
  const add = (recipient: string, failure: Omit<Failure, 'recipient'>) => {
    const key = recipient.toLowerCase();
    const before = found.get(key);
    if (before === undefined || (before.bounce_kind === 'soft' && failure.bounce_kind === 'hard')) {
      found.set(key, { recipient, ...failure });
    }
  };
  for (const { recipient, action, status, diagnostic } of reported) {
    const address = recipient ?? header[0] ?? named[0]?.recipient ?? original?.recipients[0];
    if (address === undefined) continue;
    const alone = reported.length === 1 ? notice : '';
    const said = named.find((one) => one.recipient.toLowerCase() === address.toLowerCase())?.diagnostic ?? alone;
    add(address, judged({ status, diagnostic, said, is_delay: action === 'delayed' }));
  }
  if (reported.length > 0) return [...found.values()];
  for (const { recipient, diagnostic } of named) {
    const said = named.length === 1 ? notice : diagnostic;
    add(recipient, judged({ status: null, diagnostic: '', said, is_delay: false }));
  }
  if (found.size === 0) {
    const recipients = header.length > 0 ? header : (original?.recipients ?? []);
    for (const one of recipients) add(one, judged({ status: null, diagnostic: '', said: notice, is_delay: false }));
  }
  return [...found.values()];
}

const LONGEST_DIAGNOSTIC = 500;

/** The reply itself first, then what is said around it. */
function judged(told: {
  readonly status: string | null;
  readonly diagnostic: string;
  readonly said: string;
  readonly is_delay: boolean;
}): Omit<Failure, 'recipient'> {
  const text = `${told.diagnostic}\n${told.said}`;
  const reply = smtpReply(told.diagnostic === '' ? told.said : told.diagnostic);
  const status = reply.status ?? told.status;
  const reason = reasonOf(text, { code: reply.code, status });
  return {
    bounce_kind: isHard(reason) && !told.is_delay ? 'hard' : 'soft',
    status,
    diagnostic: text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_DIAGNOSTIC) || null,
  };
}
