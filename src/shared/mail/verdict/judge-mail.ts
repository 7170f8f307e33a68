import { type Reader, type Return, readReturn } from '../automatic/return-day.ts';
import { type Learned, readLearned } from '../learned/read-learned.ts';
import { ownWords } from '../own-words/own-words.ts';
import { suggestLabel } from '../suggest-label.ts';
import { hearWish, readWish, type Wish } from '../wish/read-wish.ts';
import type { Evidence } from './evidence.ts';
import { findSigns, tellsOfAbsence } from './find-signs.ts';
import type { Sign, SignName, Verdict } from './sign.ts';
import { ownSubject } from './subject-mark.ts';
import { verdictOn } from './sure-together.ts';

/** The verdict on a mail, with what speaks for it. */
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
  const returns = returnOf(withoutSubjects(own, evidence.sent), subject, evidence.reader);
  const heard = hearWish(own);
  const learned = readLearned(own, heard);
  const found = findSigns(evidence, own, returns.names_time, learned.machine);
  const byVerdict = verdictOn(new Set(found.map(({ sign }) => sign)));
  // What a mail program sends for a click on `List-Unsubscribe: <mailto:…>`, often as an automatic mail.
  const bySubject = readWish(subject) === 'sure';
  const verdict = bySubject ? 'person' : byVerdict;
  const wish = bySubject ? 'sure' : wishOf(own, heard.wish, learned, verdict);
  const signs: Sign[] =
    wish === 'likely'
      ? [...found, { sign: 'sounds_like_a_wish', seen: learned.wish.words.join(' … ') || excerptOf(own) }]
      : found;
  const isUnreadable = returns.day === null && returns.names_time && tellsOfAbsence(own);
  return { verdict, signs, wish, own, returns_on: returns.day, doubt: doubtOf(verdict, wish, isUnreadable) };
}

/** Tells whether a machine answered for somebody, whom it concerns then; not what it sends by itself. */
export const isAnswerForSomebody = ({ signs }: Judgement, isAnswer: boolean): boolean =>
  !signs.some(({ sign }) => sign === 'report') && (isAnswer || signs.some(({ sign }) => OF_SOMEBODY.has(sign)));

const OF_SOMEBODY: ReadonlySet<SignName> = new Set([
  'auto_replied',
  'autoresponder_header',
  'subject_mark',
  'absence',
  'leave',
]);

const excerptOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 80);

/** From here on what a text sounds like is asked about: `npm run train:meaning -- --judge` says how many wishes and how many answers that is. */
const ASKED_FROM = -3.7;
/** The score that a wish of the rules needs: what they are sure of has to sound more like a wish than not. */
const SURE_FROM = 0;
/** In characters: what an answer is about is said there. */
const BEGINNING = 2_000;
/** Beyond these it sounds like a machine's; what sounds far more like a wish is asked about nevertheless. */
const OF_MACHINES = { machine: 0, wish: -1 };

/**
 * Sure where rules find one and it sounds more like one than not; likely by either. A miss is a mail to somebody who said no, a question costs one key beside an
 * answer that is read anyway.
 */
function wishOf(own: string, byRules: Wish, { wish, machine }: Learned, verdict: Verdict): Wish {
  // "Don't call on Wednesday" has the words of a wish, and does not sound like one.
  if (byRules === 'sure' && verdict === 'person' && wish.score < SURE_FROM) return 'likely';
  if (byRules !== 'none') return byRules;
  const from = machine.score >= OF_MACHINES.machine ? OF_MACHINES.wish : ASKED_FROM;
  // Of those who say that they are interested nobody wishes for an end.
  return wish.score >= from && suggestLabel(own.slice(0, BEGINNING)) !== 'interested' ? 'likely' : 'none';
}

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

/** Machines name our subject: `your message "Two electricians from January"`. */
const withoutSubjects = (own: string, sent: Evidence['sent']): string =>
  sent.reduce((text, { subject }) => (subject.length < LEAST_SUBJECT ? text : text.replaceAll(subject, '')), own);
/** A shorter one is a word of anybody's. */
const LEAST_SUBJECT = 8;

/** Finds the day of return in the words, else in the subject. */
function returnOf(own: string, subject: string, reader: Reader): Return {
  const said = readReturn(own, reader);
  if (said.day !== null) return said;
  const above = readReturn(subject, { ...reader, after_word: true });
  return above.day === null ? said : above;
}
