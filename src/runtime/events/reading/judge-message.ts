import type { SentMail } from '../../../shared/mail/own-words/sent-lines.ts';
import { isAnswerForSomebody, type Judgement, judgeMail } from '../../../shared/mail/verdict/judge-mail.ts';
import type { ReadMessage } from './read-message.ts';

/** The mails that went to and fro before this one, against which it is judged. */
export interface Correspondence {
  /** Mails that we sent its author, the one that is answered first. */
  readonly sent: readonly SentMail[];
  /** Own words of mails that they sent before. */
  readonly earlier: readonly string[];
}

export const NO_CORRESPONDENCE: Correspondence = { sent: [], earlier: [] };

/** The judgement of a message to a mail account. `notice`: a machine sent it to many, or answers for nobody. */
export type Judged = Judgement & { readonly kind: 'notice' | 'automatic' | 'in_doubt' | 'person' };

/** Judges whether a person or a machine wrote a mail, and what it asks for. `at` is the time at which it came. */
export function judgeMessage(message: ReadMessage, at: Date, { sent, earlier }: Correspondence): Judged {
  const { subject, text, answers, from, others } = message;
  const is_answer = answers.length > 0;
  const judged = judgeMail({
    subject,
    text,
    headers: headersOf(message),
    sender: [...from, ...others].find(({ kind }) => kind === 'email')?.value ?? null,
    is_answer,
    at: at.getTime(),
    reader: { today: at.toISOString().slice(0, 10) },
    sent,
    earlier,
  });
  if (judged.doubt !== null) return { ...judged, kind: 'in_doubt' };
  if (judged.verdict === 'person') return { ...judged, kind: 'person' };
  return { ...judged, kind: isAnswerForSomebody(judged, is_answer) ? 'automatic' : 'notice' };
}

const headersOf = ({ headers }: ReadMessage): ReadonlyMap<string, string> =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
