import { type Field, fieldsOf, saysWrote } from './quoting-words.ts';

/** An attribution may be broken over so many lines. */
const LONGEST_ATTRIBUTION = 4;
const MOST_ATTRIBUTION = 400;
/** Fields of a head, with those that are broken over two lines. */
const LONGEST_HEAD = 14;

/** Lines that go on to be quoted: marked, or known as ours. */
export type IsQuoted = (index: number) => boolean;

/**
 * How many lines a head of fields (`From: … Sent: … To: … Subject: …`) takes that begins here; 0: there is none. Blank lines between its fields, more
 * blanks behind a colon and broken values do not matter, nor does the order of the fields.
 */
export function headAt(lines: readonly string[], index: number): number {
  if (fieldsOf(lines[index] ?? '').size === 0) return 0;
  const seen = new Set<Field>();
  let hasAddress = false;
  let end = index;
  let broken = 0;
  for (let at = index; at < Math.min(lines.length, index + LONGEST_HEAD); at += 1) {
    const line = (lines[at] ?? '').trim();
    const fields = fieldsOf(line);
    if (fields.size > 0) {
      for (const field of fields) seen.add(field);
      end = at + 1;
      broken = 0;
    } else if (line === '') {
      if (fieldsOf(lines[at + 1] ?? '').size === 0) break;
    } else {
      broken += 1;
      if (broken > 1) break;
    }
    hasAddress ||= line.includes('@') && broken === 0;
  }
  const others = [seen.has('sent'), seen.has('to') || seen.has('cc'), seen.has('subject')].filter(Boolean).length;
  return seen.has('from') && others >= 2 && (hasAddress || seen.has('subject')) ? end - index : 0;
}

const TIME = /\d{1,2}\s?[:.h]\s?\d{2}|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|20\d{2}|\d[年月]|\d{1,2}:\d{2}/;
const LONGEST_END = 50;

/** `<anna@ours.example>` in its brackets, with nothing but a few words behind it. */
function hasAddressAtEnd(text: string): boolean {
  const close = Math.max(text.lastIndexOf('>'), text.lastIndexOf(')'));
  if (close < 0 || text.length - close > LONGEST_END || text.includes('@', close)) return false;
  const open = Math.max(text.lastIndexOf('<', close), text.lastIndexOf('(', close));
  const inside = open < 0 ? '' : text.slice(open + 1, close);
  return /^[^\s@]{1,200}@[^\s@]{1,200}$/.test(inside);
}

/**
 * How many lines `On …, Anna wrote:` takes that ends here, counted upwards; 0: none does. As few as make sense of it, so that words of the author right
 * above it stay theirs.
 */
export function attributionEndingAt(lines: readonly string[], end: number, isQuoted: IsQuoted): number {
  const last = (lines[end] ?? '').trim();
  if (last.length > MOST_ATTRIBUTION || !/[:：][\s*_-]{0,8}$/.test(last)) return 0;
  const isFollowed = isQuoted(nextText(lines, end + 1));
  let joined = '';
  for (let count = 1; count <= LONGEST_ATTRIBUTION; count += 1) {
    const line = (lines[end - count + 1] ?? '').trim();
    if (line === '' || joined.length + line.length > MOST_ATTRIBUTION || (count > 1 && isEnd(line))) break;
    joined = joined === '' ? line : `${line} ${joined}`;
    if (isComplete(joined)) return count + (belongsTo(joined, lines[end - count] ?? '') ? 1 : 0);
  }
  // Without a time: `Anna Keller wrote:`.
  return saysWrote(last) && (isFollowed || last.includes('@')) ? 1 : 0;
}

/** The line above is its beginning: a name broken off before its address, or name and address broken off before the time. */
const belongsTo = (attribution: string, above: string): boolean =>
  attribution.startsWith('<')
    ? /^[\p{L}\p{M}"'. -]{2,60}$/u.test(above.trim())
    : !attribution.includes('@') && /<[^<>@\s]{1,200}@[^<>\s]{1,200}>/.test(above) && !isEnd(above.trim());

function isComplete(text: string): boolean {
  if (!TIME.test(text)) return false;
  return hasAddressAtEnd(text.replace(/[:：][\s*_-]{0,8}$/, '')) || saysWrote(text);
}

/** A sentence of the author's own; `kl.` and `2.` end none. */
const isEnd = (line: string): boolean => /[!?。！？]$/.test(line) || /\p{L}{4}[.)]$/u.test(line);

function nextText(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  return at;
}

/** As a sentence does: a day behind its number (`2. maalisk. 2026`) does not. */
const BEGINS = /^[\p{Lu}\p{Lo}"“]/u;

/** Takes what stands before an attribution in its own line, where a program has left out the line break. */
export function beforeAttribution(line: string): string {
  const ends = [...line.matchAll(/[!?]\s|\p{L}{4}\.\s|[。！？]/gu)];
  for (const { index, 0: end } of ends.toReversed()) {
    const at = index + end.length;
    if (BEGINS.test(line.slice(at)) && isComplete(line.slice(at).trim())) return line.slice(0, at).trim();
  }
  return '';
}
