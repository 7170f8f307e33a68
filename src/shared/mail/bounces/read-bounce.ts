import { mailboxKey } from '../../identity/mailbox-key.ts';
import { cutText } from '../../kit/cut-text.ts';
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
import { ALL_RULES, type Knowledge } from './rules/all-rules.ts';
import { repliesIn, smtpReply } from './smtp-reply.ts';

type Bounce = Extract<MailMeaning, { kind: 'bounce' }>;

/** A mail server says that a mail did not arrive, or not yet; null: this is no such mail. */
export function readBounce(mail: ParsedMail, knowledge: Knowledge = ALL_RULES): Bounce | null {
  const event = readSesEvent(mail);
  const published = event?.kind === 'bounce' ? event : null;
  const isServers = published === null && (isReport(mail) || isFromMailServer(mail));
  const reported = isServers ? readReport(mail) : (published?.recipients ?? []);
  const failed = reported.filter(({ action }) => action !== 'arrived');
  if (reported.length > 0 && failed.length === 0) return null;
  const returned = splitReturned(mail);
  if (failed.length === 0 && !isFailureNotice(mail, returned)) return null;
  const failures = failuresOf(mail, failed, returned, knowledge);
  const [first] = failures;
  const worst =
    failures.find(({ bounce_kind }) => bounce_kind === 'hard') ??
    first ??
    ofNobody(failed[0], returned.notice, knowledge);
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

function failuresOf(
  mail: ParsedMail,
  reported: readonly Reported[],
  { notice, original }: Returned,
  knowledge: Knowledge,
): Failure[] {
  const header = addressesIn(headerOf(mail, 'x-failed-recipients')).map(({ email }) => email);
  const named = recipientsInText(notice, mail, [...header, ...(original?.recipients ?? [])]);
  const found = new Map<string, Failure>();
  const add = (recipient: string, failure: Omit<Failure, 'recipient'>) => {
    const key = mailboxKey(recipient);
    const before = found.get(key);
    if (before === undefined || (before.bounce_kind === 'soft' && failure.bounce_kind === 'hard')) {
      found.set(key, { recipient, ...failure });
    }
  };
  const unnamed = [...header, ...named.map(({ recipient }) => recipient), ...(original?.recipients ?? [])];
  for (const { recipient, action, status, diagnostic } of reported) {
    const address = recipient ?? unnamed.find((one) => !found.has(mailboxKey(one))) ?? unnamed[0];
    if (address === undefined) continue;
    const alone = reported.length === 1 ? notice : '';
    const said = named.find((one) => mailboxKey(one.recipient) === mailboxKey(address))?.diagnostic ?? alone;
    const is_delay = action === 'delayed';
    add(address, judged({ status, diagnostic, said, around: alone, is_delay, is_reported: true }, knowledge));
  }
  if (reported.length > 0) return [...found.values()];
  for (const { recipient, diagnostic } of named) {
    add(recipient, judged({ ...IN_WORDS, said: named.length === 1 ? notice : diagnostic }, knowledge));
  }
  const others = header.length > 0 ? header : found.size === 0 ? (original?.recipients ?? []) : [];
  for (const one of others) {
    if (!found.has(mailboxKey(one))) add(one, judged({ ...IN_WORDS, said: notice }, knowledge));
  }
  return [...found.values()];
}

const isDelay = (failed: readonly Reported[], notice: string): boolean =>
  failed.length > 0
    ? failed.every(({ action }) => action === 'delayed')
    : STILL_TRYING.test(notice) && !GAVE_UP.test(notice);

/** The notice names no address; the id of the returned mail may tell whom it was for. */
const ofNobody = (failed: Reported | undefined, notice: string, knowledge: Knowledge): Omit<Failure, 'recipient'> =>
  judged(
    {
      status: failed?.status ?? null,
      diagnostic: failed?.diagnostic ?? '',
      said: notice,
      around: '',
      is_delay: failed?.action === 'delayed',
      is_reported: failed !== undefined,
    },
    knowledge,
  );

const LONGEST_DIAGNOSTIC = 500;

interface Saying {
  readonly status: string | null;
  readonly diagnostic: string;
  readonly said: string;
  readonly around: string;
  readonly is_delay: boolean;
  readonly is_reported: boolean;
}

/** Nothing but a text. */
const IN_WORDS: Omit<Saying, 'said'> = {
  status: null,
  diagnostic: '',
  around: '',
  is_delay: false,
  is_reported: false,
};

/** The reply itself first, then what is said around it. */
function judged(saying: Saying, knowledge: Knowledge): Omit<Failure, 'recipient'> {
  const texts = [saying.diagnostic, ...repliesIn(saying.said), saying.said].filter((text) => text !== '');
  const reply = texts.map(smtpReply).find(({ code, status }) => code !== null || status !== null) ?? NO_REPLY;
  const status = reply.status ?? saying.status;
  const one = { texts, reply: { code: reply.code, status }, around: saying.around, is_reported: saying.is_reported };
  const said = reasonOf(one, knowledge);
  // As long as a server tries, the address may be good.
  const reason = saying.is_delay && said !== 'no_mail_host' ? 'expired' : said;
  return {
    bounce_kind: isHard(reason, one, knowledge) ? 'hard' : 'soft',
    status,
    diagnostic:
      cutText([saying.diagnostic, saying.said].join(' ').replace(/\s+/g, ' ').trim(), LONGEST_DIAGNOSTIC) || null,
  };
}

const NO_REPLY = { code: null, status: null };
