import { fold } from '../words/words-of.ts';
import { attributionEndingAt, beforeAttribution, headAt } from './quote-heads.ts';
import { fieldsOf, isFooter, isForwardMark } from './quoting-words.ts';
import { type SentMail, sentLines } from './sent-lines.ts';

const MOST = 200_000;

/**
 * Finds what the author of a mail wrote, without the mail that they answer and without their signature: first by what we sent
 * them (`sent`, whatever of it is known), then by how programs introduce what they quote, in every language of `languages`.
 * Words below or between quoted lines are theirs too. Empty where nothing is their own.
 */
export function ownWords(text: string, sent: readonly SentMail[] = []): string {
  const lines = text.slice(0, MOST).replace(/\r\n?/g, '\n').split('\n');
  const ours = sentLines(lines, sent);
  const isQuoted = (index: number): boolean =>
    index < lines.length && (isMarked(lines[index] ?? '') || (ours[index] ?? false));
  const heads = headsOf(lines, isQuoted);
  const firstOurs = ours.indexOf(true);
  const lastMarked = lines.findLastIndex(isMarked);
  const own: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const head = heads.get(index);
    if (head !== undefined) {
      if (head.before !== '') own.push(head.before);
      index += head.lines - 1;
      // Quoted without marks: all the rest is theirs whom it answers, unless nothing stands above it.
      if (lastMarked > index) continue;
      return joined(own) || below(lines, index + 1, ours);
    }
    if (!isQuoted(index) && !introduces(lines, index, firstOurs, sent)) own.push(lines[index] ?? '');
  }
  return joined(own);
}

interface Head {
  readonly lines: number;
  /** Words of the author in the first of them. */
  readonly before: string;
}

/** Finds what introduces a quoted mail, by the line with which it begins. */
function headsOf(lines: readonly string[], isQuoted: (index: number) => boolean): ReadonlyMap<number, Head> {
  const heads = new Map<number, Head>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (isMarked(line)) continue;
    const fields = headAt(lines, index);
    if (fields > 0) {
      heads.set(index, { lines: fields, before: '' });
      index += fields - 1;
    } else if (isForwardMark(line) || isRule(lines, index)) {
      heads.set(index, { lines: 1, before: '' });
    } else {
      const count = attributionEndingAt(lines, index, isQuoted);
      if (count > 0)
        heads.set(index - count + 1, { lines: count, before: count === 1 ? beforeAttribution(line.trim()) : '' });
    }
  }
  return heads;
}

const isMarked = (line: string): boolean => /^[ \t]{0,3}(?:>|&gt;|＞)/.test(line);

/** The line that Outlook draws above a quoted mail. */
const isRule = (lines: readonly string[], index: number): boolean =>
  /^[ \t]{0,3}_{10,}[ \t]*$/.test(lines[index] ?? '') &&
  lines.slice(index + 1, index + 4).some((line) => fieldsOf(line).size > 0);

const MOST_FIELDS = 8;
const LEAST_FIELDS = 3;

/**
 * In a language that nobody here knows: right above the first line of ours, fields (`label: value`) that name us, or one line with a colon at its end
 * that does.
 */
function introduces(lines: readonly string[], index: number, first: number, sent: readonly SentMail[]): boolean {
  if (first < 0 || index >= first || first - index > 2 * MOST_FIELDS || (lines[index] ?? '').trim() === '')
    return false;
  const above = lines.slice(index, first).filter((line) => line.trim() !== '');
  const isHead = above.every(isField) && linesAround(lines, index, first).filter(isField).length >= LEAST_FIELDS;
  const isLine = above.length === 1 && /[:：]$/.test(above[0]?.trim() ?? '');
  return (isHead || isLine) && namesUs(linesAround(lines, index, first).join('\n'), sent);
}

/** The lines from the beginning of these fields to the first line of ours. */
function linesAround(lines: readonly string[], index: number, first: number): readonly string[] {
  let from = index;
  while (from > 0 && isField(lines[from - 1] ?? '') && first - from < MOST_FIELDS) from -= 1;
  return lines.slice(from, first);
}

/** `label: value`, whatever the label is. */
const isField = (line: string): boolean => /^[\s*]{0,4}(?:[^\s:：]{1,20}\s){0,2}[^\s:：]{1,20}\s?[:：]/.test(line);

/** A shorter one stands in any text. */
const LEAST_NAME = 3;

/** Our mailbox or our subject. */
function namesUs(passage: string, sent: readonly SentMail[]): boolean {
  const text = fold(passage);
  return sent.some(({ from: { name, email }, subject }) =>
    [email, name, subject].map(fold).some((known) => known.length >= LEAST_NAME && text.includes(known)),
  );
}

/** Takes what follows the last line of ours, for an answer below what it quotes without marks. */
function below(lines: readonly string[], from: number, ours: readonly boolean[]): string {
  const last = ours.lastIndexOf(true);
  return last < from ? '' : joined(lines.slice(last + 1).filter((line) => !isMarked(line)));
}

function joined(lines: readonly string[]): string {
  const at = lines.findIndex((line, index) => isFooter(line) && lines.slice(0, index).some((one) => one.trim() !== ''));
  return (at < 0 ? lines : lines.slice(0, at))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
