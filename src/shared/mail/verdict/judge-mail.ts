import { type Reader, type Return, readReturn } from '../automatic/return-day.ts';
import { ownWords } from '../own-words/own-words.ts';
import { readWish, type Wish } from '../wish/read-wish.ts';
import type { Evidence } from './evidence.ts';
import { findSigns, tellsOfAbsence } from './find-signs.ts';
import type { Sign, SignName, Verdict } from './sign.ts';
import { ownSubject } from './subject-mark.ts';
import { verdictOn } from './sure-together.ts';

/** What is to be thought of a mail, with what speaks for it. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly signs: readonly Sign[];
  readonly wish: Wish;
  /** The author's own words. */
  readonly own: string;
  /** ISO date of the first day on which its author is there again; null: none is told, or none can be read. */
  readonly returns_on: string | null;
  /** Why a person has to say what it is; null: nobody has to. */
  readonly doubt: Doubt | null;
}

/**
 * `who_wrote`: a machine or a person; `wish`: it may say that they want no more mail; `return_day`: a machine says that they are away for some time, and no
 * day can be read from it.
 */
export type Doubt = 'who_wrote' | 'wish' | 'return_day';

export function judgeMail(evidence: Evidence): Judgement {
  const own = ownWords(evidence.text, evidence.sent);
  const subject = ownSubject(
    evidence.subject,
    evidence.sent.map((one) => one.subject),
  );
  const returns = returnOf(own, subject, evidence.reader);
  const signs = findSigns(evidence, own, returns.names_time);
  const byVerdict = verdictOn(new Set(signs.map(({ sign }) => sign)));
  // What a mail program sends for a click on `List-Unsubscribe: <mailto:…>`, often as an automatic mail.
  const bySubject = readWish(subject) === 'sure';
  const verdict = bySubject ? 'person' : byVerdict;
  const wish = bySubject ? 'sure' : readWish(own);
  const isUnreadable = returns.day === null && returns.names_time && tellsOfAbsence(own);
  return { verdict, signs, wish, own, returns_on: returns.day, doubt: doubtOf(verdict, wish, isUnreadable) };
}

/** What a machine answered for somebody, whom it concerns then; not what it sends by itself. */
export const isAnswerForSomebody = ({ signs }: Judgement, isAnswer: boolean): boolean =>
  !signs.some(({ sign }) => sign === 'report') && (isAnswer || signs.some(({ sign }) => OF_SOMEBODY.has(sign)));

const OF_SOMEBODY: ReadonlySet<SignName> = new Set([
  'auto_replied',
  'autoresponder_header',
  'subject_mark',
  'absence',
  'leave',
]);

function doubtOf(verdict: Verdict, wish: Wish, isUnreadable: boolean): Doubt | null {
  switch (verdict) {
    case 'machine':
      return isUnreadable ? 'return_day' : null;
    case 'in_doubt':
      return 'who_wrote';
    default:
      return wish === 'likely' ? 'wish' : null;
  }
}

/** By the words, else by the subject. */
function returnOf(own: string, subject: string, reader: Reader): Return {
  const said = readReturn(own, reader);
  if (said.day !== null) return said;
  const above = readReturn(subject, { ...reader, after_word: true });
  return above.day === null ? said : above;
}
