import { readBounce } from './bounces/read-bounce.ts';
import { readComplaint } from './complaints/read-complaint.ts';
import type { MailMeaning } from './mail-meaning.ts';
import type { SentMail } from './own-words/sent-lines.ts';
import { headerOf, type ParsedMail } from './reading/parsed-mail.ts';
import { isAnswerForSomebody, type Judgement, judgeMail } from './verdict/judge-mail.ts';

interface Known {
  /** Epoch milliseconds, from which `until Friday` is counted. */
  readonly received_at: number;
  /** Mails that we sent before, the one that is answered first. */
  readonly sent?: readonly SentMail[];
  /** Own words of mails that its author sent before. */
  readonly earlier?: readonly string[];
}

/** Reads what a mail says: first what machines say in forms of their own, then who wrote it, and only then what a person wrote. */
export function readMeaning(mail: ParsedMail, known: Known): MailMeaning {
  return readReport(mail) ?? meaningOf(judgeParsed(mail, known), isAnswer(mail));
}

/** A report of a mail server or of a provider; null: it is another mail. */
export const readReport = (mail: ParsedMail): MailMeaning | null => readComplaint(mail) ?? readBounce(mail);

/** Judges who wrote a mail that is no report, and what it asks. */
export function judgeParsed(mail: ParsedMail, { received_at, sent = [], earlier = [] }: Known): Judgement {
  const headers = new Map(mail.headers.toReversed().map(({ name, value }) => [name, value]));
  const { subject, text } = mail;
  const evidence = { subject, headers, text, sent, earlier, is_answer: isAnswer(mail), at: received_at };
  return judgeMail({ ...evidence, sender: mail.from?.email ?? null, reader: readerOf(mail, received_at) });
}

const isAnswer = ({ in_reply_to, references }: ParsedMail): boolean => in_reply_to !== null || references.length > 0;

function meaningOf(judged: Judgement, answers: boolean): MailMeaning {
  if (judged.doubt !== null) return { kind: 'in_doubt', doubt: judged.doubt, signs: judged.signs };
  if (judged.verdict === 'machine') {
    return isAnswerForSomebody(judged, answers)
      ? { kind: 'automatic_reply', returns_on: judged.returns_on }
      : { kind: 'notice' };
  }
  return judged.wish === 'sure' ? { kind: 'unsubscribe' } : { kind: 'mail' };
}

const MINUTE = 60_000;
/** East of these hours nobody writes the month first; Spanish, Portuguese and French in them do not either. */
const ENGLISH = /\b(?:the|will|until|back|office|return|am)\b/i;

function readerOf(mail: ParsedMail, receivedAt: number): { readonly today: string; readonly month_first: boolean } {
  const offset = offsetOf(headerOf(mail, 'date'));
  return {
    today: new Date(receivedAt + (offset ?? 0) * MINUTE).toISOString().slice(0, 10),
    month_first: offset !== null && offset <= -4 * 60 && offset >= -10 * 60 && ENGLISH.test(mail.text),
  };
}

/** Minutes east of Greenwich: the author's zone, as their mail program knows it. */
function offsetOf(date: string): number | null {
  const found = /([+-])(\d{2})(\d{2})\b/.exec(date);
  return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : null;
}
