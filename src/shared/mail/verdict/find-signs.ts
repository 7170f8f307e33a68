import { LANGUAGES } from '../languages/all-languages.ts';
import type { Scored } from '../learned/linear-model.ts';
import { suggestLabel } from '../suggest-label.ts';
import { PhraseSet } from '../words/phrases.ts';
import { sentencesOf, type Word } from '../words/words-of.ts';
import type { Evidence } from './evidence.ts';
import { headerSigns } from './header-signs.ts';
import type { Sign } from './sign.ts';
import { beginsAsAnswer, holdsSubject, subjectMark } from './subject-mark.ts';

/** Faster than a person reads, thinks and types. */
const SECONDS = 30;
/** Shorter texts (`No, thanks`) are repeated by people. */
const LEAST_REPEATED = 40;

const setOf = (of: 'absent' | 'leave' | 'moved' | 'meanwhile' | 'declares' | 'confirms'): PhraseSet =>
  new PhraseSet(LANGUAGES.map(({ automatic }) => automatic[of]));

const ABSENT = setOf('absent');
const LEAVE = setOf('leave');
const MOVED = setOf('moved');
const MEANWHILE = setOf('meanwhile');
const DECLARES = setOf('declares');
const CONFIRMS = setOf('confirms');

/**
 * The score from which a text sounds like a machine; one in a hundred of the texts that people wrote, and no model had seen,
 * does: `npm run train:meaning -- --judge`.
 */
const SOUNDS_FROM = 2;
/** Beside a field that only autoresponders set. */
const SET_FROM = 0;
const KNOWN_WORDS: ReadonlySet<string> = new Set(['absence', 'leave', 'confirmation', 'declares_itself']);

/** Beyond these nobody tells of an absence. */
const MOST = 8_000;
const MOST_SENTENCES = 40;

/** Tells whether a text speaks of an absence, in whatever words. */
export const tellsOfAbsence = (own: string): boolean =>
  sentencesOf(own.slice(0, MOST))
    .slice(0, MOST_SENTENCES)
    .some((words) => ABSENT.isIn(words) || LEAVE.isIn(words));

/**
 * Whatever speaks for a machine in a mail, and against one. `own`: the author's own words; nothing that we wrote ourselves is a sign. `returns`: a day or
 * time is named up to which somebody is away. `automatic`: how much it sounds like a machine's.
 */
export function findSigns(evidence: Evidence, own: string, returns: boolean, automatic: Scored): Sign[] {
  const mark = subjectMark(
    evidence.subject,
    evidence.sent.map(({ subject }) => subject),
  );
  const signs: (Sign | null)[] = [
    ...headerSigns(evidence),
    mark === null ? null : { sign: 'subject_mark', seen: mark },
    soon(evidence),
    bare(evidence, own),
    repeated(own, evidence.earlier),
    ...signsInWords(own, returns, evidence.sent),
  ];
  const known = signs.filter((sign) => sign !== null);
  const isSet = known.some(({ sign }) => sign === 'autoresponder_header');
  const sounds =
    automatic.score >= (isSet ? SET_FROM : SOUNDS_FROM) && !known.some(({ sign }) => KNOWN_WORDS.has(sign));
  return sounds ? [...known, { sign: 'sounds_automatic', seen: automatic.words.join(' … ') }] : known;
}

function soon({ at, sent, is_answer }: Evidence): Sign | null {
  const [answered] = sent;
  if (!is_answer || answered === undefined) return null;
  const seconds = Math.round((at - answered.at) / 1000);
  return seconds >= 0 && seconds <= SECONDS ? { sign: 'seconds', seen: `${seconds} s after ours` } : null;
}

/**
 * People answer with a program, which names the mail that it answers, puts `Re:` before our subject, quotes what we wrote, or names itself: not all of that
 * is missing. Where it names no mail, our subject tells that it answers one.
 */
function bare({ subject, text, headers, is_answer, sent }: Evidence, own: string): Sign | null {
  const isQuoting = keyOf(text) !== keyOf(own);
  if (own === '' || isQuoting || headers.has('x-mailer') || headers.has('user-agent')) return null;
  if (is_answer) return beginsAsAnswer(subject) ? null : { sign: 'bare', seen: 'no Re:, no quote, no program' };
  return sent.some((one) => holdsSubject(subject, one.subject))
    ? { sign: 'bare', seen: 'our subject, and names no mail, no quote, no program' }
    : null;
}

function repeated(own: string, earlier: readonly string[]): Sign | null {
  const key = keyOf(own);
  if (key.length < LEAST_REPEATED || !earlier.some((one) => keyOf(one) === key)) return null;
  return { sign: 'repeated', seen: `the same ${key.length} characters as before` };
}

const keyOf = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

function signsInWords(text: string, returns: boolean, sent: Evidence['sent']): (Sign | null)[] {
  const own = text.slice(0, MOST);
  const sentences = sentencesOf(own).slice(0, MOST_SENTENCES);
  const found = (set: PhraseSet) =>
    sentences.flatMap((words) => set.findAll(words).map((one) => excerptOf(own, words, one)));
  const declares = declaration(own, sentences);
  const absent = found(ABSENT);
  const leave = found(LEAVE);
  const moved = found(MOVED);
  const meanwhile = found(MEANWHILE);
  const confirms = found(CONFIRMS);
  const isAbsence =
    (absent.length > 0 && (returns || meanwhile.length > 0 || absent.length > 1)) ||
    (moved.length > 0 && meanwhile.length > 0);
  const isLeave = !isAbsence && leave.length > 0 && (returns || meanwhile.length > 0);
  return [
    declares === null ? null : { sign: 'declares_itself', seen: declares },
    isAbsence ? { sign: 'absence', seen: [...absent, ...moved].slice(0, 2).join(' … ') } : null,
    isLeave ? { sign: 'leave', seen: leave[0] ?? '' } : null,
    !isAbsence && !isLeave && (absent.length > 0 || moved.length > 0 || returns)
      ? { sign: 'away', seen: [...absent, ...moved][0] ?? 'a day of return' }
      : null,
    confirms.length >= 2 || (confirms.length > 0 && moved.length > 0)
      ? { sign: 'confirmation', seen: confirms.slice(0, 2).join(' … ') }
      : null,
    answersUs(own, sentences, sent),
  ];
}

const excerptOf = (
  text: string,
  words: readonly Word[],
  { from, to }: { readonly from: number; readonly to: number },
): string =>
  text
    .slice(words[from]?.from ?? 0, words[to - 1]?.to ?? 0)
    .replace(/\s+/g, ' ')
    .slice(0, 80);

/** The last word at which a sentence may begin to call its own mail automatic. Behind it somebody speaks of another one. */
const DECLARED_BY = 6;

function declaration(own: string, sentences: readonly (readonly Word[])[]): string | null {
  for (const words of sentences) {
    const found = DECLARES.find(words);
    if (found !== null && found.from <= DECLARED_BY) return excerptOf(own, words, found);
  }
  return null;
}

/** A yes or a no is at the beginning. */
const MOST_OF_AN_ANSWER = 2_000;

/** Sentences with these say neither yes nor no to us: `there is no need to reply to this automatic message`. */
const OF_MACHINES = [DECLARES, CONFIRMS, MEANWHILE];

const textOf = (text: string, words: readonly Word[]): string => text.slice(words[0]?.from ?? 0, words.at(-1)?.to ?? 0);

/** A question mark that is none of an address of the web; else a yes or a no, in the words of `suggestLabel`. */
function answersUs(own: string, sentences: readonly (readonly Word[])[], sent: Evidence['sent']): Sign | null {
  // Machines name our subject: `your message "Worth a look?"`.
  const theirOwn = sent.reduce((text, { subject }) => (subject === '' ? text : text.replaceAll(subject, '')), own);
  if (/[?？](?:\s|$|["')»”])/.test(theirOwn)) return { sign: 'answers_us', seen: 'a question' };
  const theirs = sentences.filter((words) => !OF_MACHINES.some((set) => set.isIn(words)));
  const label = suggestLabel(
    theirs
      .map((words) => textOf(own, words))
      .join('. ')
      .slice(0, MOST_OF_AN_ANSWER),
  );
  return label === 'interested' || label === 'not_interested'
    ? { sign: 'answers_us', seen: label.replace('_', ' ') }
    : null;
}
