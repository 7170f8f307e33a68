import { ERASED } from '../store/erasure/table-answer.ts';
import { createMailboxFinder } from './find-mailboxes.ts';
import { lastDigits, NUMBER } from './last-digits.ts';
import type { PersonNames } from './person-names.ts';

/** Finds a person's names in texts, and takes them out. */
export interface NameFinder {
  /** A regular expression for Postgres (`~*`) that every text with a name fits, and few others. Null: there is nothing to look for. */
  readonly coarse: string | null;
  /** The text without the names; the same text where there is none. */
  redact(text: string): string;
  /** The same in all texts of a JSON value, names of members among them. */
  redactJson(value: unknown): unknown;
  /** The text with stars over the names, as many bytes as before: in a file that others write to, nothing moves. */
  mask(text: string): string;
}

export function createNameFinder({ words, full_names }: Pick<PersonNames, 'words' | 'full_names'>): NameFinder {
  const numbers = words.flatMap((word) => lastDigits(word) ?? []);
  const names = [...full_names, ...words].map((name) => name.trim().toLowerCase().split(/\s+/));
  // The longest first: an address is taken out before the name that is a part of it.
  names.sort((one, other) => other.join(' ').length - one.join(' ').length);
  const mailboxes = createMailboxFinder(words);
  const replace = (put: (name: string) => string) => (text: string) =>
    names.reduce((left, name) => without(left, name, put), withoutNumbers(mailboxes.replace(text, put), numbers, put));
  const [redact, mask] = [replace(() => ERASED), replace(stars)];
  const redactJson = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value);
    if (Array.isArray(value)) return value.map(redactJson);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [redact(key), redactJson(member)]));
  };
  const all = [
    ...names.map(coarsely),
    ...mailboxes.coarse,
    ...numbers.map((digits) => [...digits].join('[^0-9]{0,4}')),
  ];
  return { coarse: all.length === 0 ? null : all.join('|'), redact, redactJson, mask };
}

/** Any sign between words, and for what JSON or a database in the C locale writes or folds in another way. */
const coarsely = (words: readonly string[]): string =>
  words
    .map((word) => word.replace(/[^a-z0-9]/g, (sign) => (/[\s"\\\p{Cc}]/u.test(sign) ? '.{1,6}' : '.')))
    .join('.{1,12}');

/** However a number is written, and with whatever before it. */
function withoutNumbers(text: string, numbers: readonly string[], put: (name: string) => string): string {
  if (numbers.length === 0) return text;
  return text.replace(NUMBER, (written) => {
    const digits = lastDigits(written);
    return digits !== null && numbers.includes(digits) ? put(written) : written;
  });
}

const stars = (name: string): string => '*'.repeat(Buffer.byteLength(name));

function without(text: string, words: readonly string[], put: (name: string) => string): string {
  const folded = fold(text);
  let rest = '';
  let from = 0;
  for (let at = findFrom(folded, words, 0); at !== null; at = findFrom(folded, words, at.end)) {
    rest += text.slice(from, at.start) + put(text.slice(at.start, at.end));
    from = at.end;
  }
  return from === 0 ? text : rest + text.slice(from);
}

/** In lower case, sign for sign: where that would change places, each sign by itself. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign)).join('');
}

function findFrom(text: string, words: readonly string[], from: number): { start: number; end: number } | null {
  const [first = '', ...others] = words;
  for (let start = text.indexOf(first, from); start !== -1; start = text.indexOf(first, start + 1)) {
    let end: number | null = start + first.length;
    for (const word of others) end = end === null ? null : afterWord(text, word, end);
    if (end !== null && !isInWord(text, start) && !isInWord(text, end)) return { start, end };
  }
  return null;
}

/** Where the word ends that follows white space, or a comma and white space. */
function afterWord(text: string, word: string, at: number): number | null {
  let place = text[at] === ',' ? at + 1 : at;
  const before = place;
  while (place < text.length && /\s/.test(text[place] ?? '')) place++;
  return place > before && text.startsWith(word, place) ? place + word.length : null;
}

const SIGN = /[\p{L}\p{N}\p{M}_]/u;

/** Whether a word goes on across this place: a hyphen joins what stands on both sides of it. */
function isInWord(text: string, place: number): boolean {
  const [before, after] = [signBefore(text, place), signAfter(text, place)];
  if (before === '-') return SIGN.test(after) && SIGN.test(signBefore(text, place - 1));
  if (after === '-') return SIGN.test(before) && SIGN.test(signAfter(text, place + 1));
  return SIGN.test(before) && SIGN.test(after);
}

const signAfter = (text: string, place: number): string => String.fromCodePoint(text.codePointAt(place) ?? 0);

function signBefore(text: string, place: number): string {
  const unit = text.charCodeAt(place - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  return text.slice(Math.max(0, place - (isLow ? 2 : 1)), Math.max(0, place));
}
