import type { Failure, MailMeaning } from '../mail-meaning.ts';
import { addressesIn } from '../reading/addresses.ts';
import { headerOf, type ParsedMail } from '../reading/parsed-mail.ts';
import { messageIds } from '../reading/read-mail.ts';
import { readSesEvent } from '../ses-event.ts';
import { GAVE_UP, STILL_TRYING } from './failure-words.ts';
import { isFailureNotice, isFromMailServer } from './mail-server.ts';
import { isHard, reasonOf } from './reasons.ts';
import { recipientsInText } from './recipients-in-text.ts';
import { isReport, type Reported, readReport } from './report.ts';
import { type Returned, splitReturned } from './returned-mail.ts';
import { replyIn, smtpReply } from './smtp-reply.ts';

type Bounce = Extract<MailMeaning, { kind: 'bounce' }>;

/** A mail server says that a mail did not arrive, or not yet; null: this is no such mail. */
export function readBounce(mail: ParsedMail): Bounce | null {
  const event = readSesEvent(mail);
  const published = event?.kind === 'bounce' ? event : null;
  const isServers = published === null && (isReport(mail) || isFromMailServer(mail));
  const reported = isServers ? readReport(mail) : (published?.recipients ?? []);
  const failed = reported.filter(({ action }) => action !== 'arrived');
  if (reported.length > 0 && failed.length === 0) return null;
  const returned = splitReturned(mail);
  if (failed.length === 0 && !isFailureNotice(mail, returned)) return null;
  const failures = failuresOf(mail, failed, returned);
  const [first] = failures;
  const worst =
    failures.find(({ bounce_kind }) => bounce_kind === 'hard') ?? first ?? ofNobody(failed[0], returned.notice);
  return {
    kind: 'bounce',
    bounce_kind: worst.bounce_kind,
    is_delay: isDelay(failed, returned.notice),
    status: worst.status,
    recipients: failures.map(({ recipient }) => recipient),
    diagnostic: worst.diagnostic,
    original_message_id:
      returned.original?.message_id ??
      published?.original_message_id ??
      messageIds(headerOf(mail, 'in-reply-to'))[0] ??
      null,
    failures,
  };
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
    add(address, judged({ status, diagnostic, said, around: alone, is_delay: action === 'delayed' }));
  }
  if (reported.length > 0) return [...found.values()];
  for (const { recipient, diagnostic } of named) {
    const said = named.length === 1 ? notice : diagnostic;
    add(recipient, judged({ status: null, diagnostic: '', said, around: '', is_delay: false }));
  }
  if (found.size === 0) {
    const recipients = header.length > 0 ? header : (original?.recipients ?? []);
    for (const one of recipients)
      add(one, judged({ status: null, diagnostic: '', said: notice, around: '', is_delay: false }));
  }
  return [...found.values()];
}

const isDelay = (failed: readonly Reported[], notice: string): boolean =>
  failed.length > 0
    ? failed.every(({ action }) => action === 'delayed')
    : STILL_TRYING.test(notice) && !GAVE_UP.test(notice);

/** No address is told; the id of the mail that came back may tell whom it was for. */
const ofNobody = (failed: Reported | undefined, notice: string): Omit<Failure, 'recipient'> =>
  judged({
    status: failed?.status ?? null,
    diagnostic: failed?.diagnostic ?? '',
    said: notice,
    around: '',
    is_delay: failed?.action === 'delayed',
  });

const LONGEST_DIAGNOSTIC = 500;

/** The reply itself first, then what is said around it. */
function judged(told: {
  readonly status: string | null;
  readonly diagnostic: string;
  readonly said: string;
  readonly around: string;
  readonly is_delay: boolean;
}): Omit<Failure, 'recipient'> {
  const texts = [told.diagnostic, replyIn(told.said), told.said].filter((text) => text !== '');
  const reply = texts.map(smtpReply).find(({ code, status }) => code !== null || status !== null) ?? NO_REPLY;
  const status = reply.status ?? told.status;
  const said = reasonOf(texts, { code: reply.code, status });
  // As long as a server tries, the address may be good.
  const reason = told.is_delay && said !== 'no_mail_host' ? 'expired' : said;
  return {
    bounce_kind: isHard(reason, { code: reply.code, status }, { texts, around: told.around }) ? 'hard' : 'soft',
    status,
    diagnostic: [told.diagnostic, told.said].join(' ').replace(/\s+/g, ' ').trim().slice(0, LONGEST_DIAGNOSTIC) || null,
  };
}

const NO_REPLY = { code: null, status: null };
