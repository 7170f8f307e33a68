import { LANGUAGES } from '../languages/all-languages.ts';
import { PhraseSet } from '../words/phrases.ts';
import { type Word, wordsOf } from '../words/words-of.ts';

const MARKS = new PhraseSet(LANGUAGES.map(({ automatic }) => automatic.subject));

/** Prefixes that programs put before the subject that is answered or passed on, in many languages. */
const PREFIX =
  /^\s*(?:(?:re|aw|antw|antwort|sv|vs|odp|res|rif|r|ynt|yan|vá|va|ats|fw|fwd|wg|tr|i|rv|enc|vb|doorst|vl|pd|ilt|továbbítás|回复|回覆|答复|答覆|转发|轉寄|返信|転送|회신|전달|ответ|отв|на|переслано)\s?(?:\[\d{1,3}\])?\s?[:：]\s*)/i;

/**
 * The mark of an automatic answer at the very beginning of a subject, before ours: `Automatic reply: `. Null: there is none. `ours`: subjects of what
 * it may answer; their words are no mark, whatever they say.
 */
export function subjectMark(subject: string, ours: readonly string[]): string | null {
  const written = subject.normalize('NFC').replace(/\s+/g, ' ').trim();
  const before = beforeOurs(written, ours);
  // Behind `Re:` stands the subject of whoever is answered, though we may not know it.
  if (before === null && PREFIX.test(written)) return null;
  const text = withoutPrefixes(before ?? written);
  const words = wordsOf(text);
  const found = MARKS.find(words);
  if (found === null || found.from !== 0) return null;
  return excerpt(text, words, found.to);
}

/**
 * Tells whether a subject begins as those of answers and forwarded mails do, in whatever language: with some letters and a
 * colon.
 */
export const beginsAsAnswer = (subject: string): boolean =>
  PREFIX.test(subject) || /^\s*[\p{L}\p{M}]{1,4}\s?[:：]/u.test(subject);

/** Some programs cut long subjects: so much of ours tells it. */
const ENOUGH = 20;

/** Takes what stands before our subject; null: it is not in it. */
function beforeOurs(written: string, ours: readonly string[]): string | null {
  const lower = written.toLowerCase();
  for (const subject of ours) {
    const own = withoutPrefixes(subject.normalize('NFC').replace(/\s+/g, ' ').trim()).toLowerCase();
    if (own.length < 3) continue;
    const whole = lower.indexOf(own);
    const at = whole < 0 && own.length > ENOUGH ? lower.indexOf(own.slice(0, ENOUGH)) : whole;
    if (at >= 0) return written.slice(0, at);
  }
  return null;
}

/** Ours is in it, or as much of it as some programs leave. */
export const holdsSubject = (subject: string, ours: string): boolean =>
  beforeOurs(subject.normalize('NFC').replace(/\s+/g, ' ').trim(), [ours]) !== null;

/** A subject without ours, and without what a program puts before it. */
export function ownSubject(subject: string, ours: readonly string[]): string {
  const written = subject.normalize('NFC').replace(/\s+/g, ' ').trim();
  const before = beforeOurs(written, ours);
  return before === null ? written : withoutPrefixes(before);
}

function withoutPrefixes(subject: string): string {
  let text = subject;
  for (let count = 0; count < 5 && PREFIX.test(text); count += 1) text = text.replace(PREFIX, '');
  return text;
}

const excerpt = (text: string, words: readonly Word[], to: number): string =>
  text.slice(0, words[to - 1]?.to ?? 0).trim();
