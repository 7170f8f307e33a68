import type { SentMail } from '../../../shared/mail/own-words/sent-lines.ts';
import { isAnswerForSomebody, type Judgement, judgeMail } from '../../../shared/mail/verdict/judge-mail.ts';
import type { ReadMessage } from './read-message.ts';

/** What is known of the author of a mail, beside it. */
export interface Correspondence {
  /** What we sent them, the mail that is answered first. */
  readonly sent: readonly SentMail[];
  /** Own words of mails that they sent before. */
  readonly earlier: readonly string[];
}

export const NO_CORRESPONDENCE: Correspondence = { sent: [], earlier: [] };

/** What a message of a mail account is: `notice`: a machine sent it to many, or answers for nobody. */
export type Judged = Judgement & { readonly kind: 'notice' | 'automatic' | 'in_doubt' | 'person' };

/** Who wrote a mail, and what it asks, as a service tells of it; `at`: when it came. */
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
