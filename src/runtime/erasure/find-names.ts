import { ERASED } from '../store/erasure/table-answer.ts';
import { asRead, type ReadText } from './as-read.ts';
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
  const names = [...full_names, ...words].map((name) => wordsOf(asRead(name).text));
  // The longest first: an address is taken out before the name that is a part of it.
  names.sort((one, other) => other.join(' ').length - one.join(' ').length);
  const mailboxes = createMailboxFinder(words);
  const replace = (put: (name: string) => string) => (text: string) =>
    withoutNames(withoutNumbers(mailboxes.replace(text, put), numbers, put), names, put);
  const [redact, mask] = [replace(() => ERASED), replace(stars)];
  const redactJson = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value);
    if (Array.isArray(value)) return value.map(redactJson);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [redact(key), redactJson(member)]));
  };
  const all = [
    ...[...full_names, ...words].map(coarsely),
    ...mailboxes.coarse,
    ...numbers.map((digits) => [...digits].join('[^0-9]{0,4}')),
  ];
  return { coarse: all.length === 0 ? null : all.join('|'), redact, redactJson, mask };
}

const wordsOf = (name: string): string[] => name.trim().split(/\s+/);

/** Any sign between words, and each letter in every form in which it may be written. */
const coarsely = (name: string): string =>
  wordsOf(name.normalize('NFC').toLowerCase())
    .map((word) => word.replace(/[^\p{M}]\p{M}*/gu, writtenForms))
    .join('.{1,12}');

/** A database in the C locale tells small letters from capitals in ASCII alone. */
function writtenForms(letter: string): string {
  if (/^[a-z0-9]$/.test(letter)) return letter;
  if (/^[ -~]$/.test(letter)) return '.{1,6}';
  const read = asRead(letter).text;
  // At the end of a word a small sigma is another letter.
  const small = read === 'σ' ? ['σ', 'ς'] : [letter, read];
  const forms = [...small, letter.toUpperCase()].flatMap((one) => [one.normalize('NFC'), one.normalize('NFD')]);
  return `(${[...new Set(forms.flatMap((one) => [one, encodeURIComponent(one)])), ENTITY, JSON_ESCAPE].join('|')})`;
}

const ENTITY = '&.{2,8};';
const JSON_ESCAPE = '\\\\{1,2}u[0-9a-f]{4}(\\\\{1,2}u[0-9a-f]{4})?';

/** However a number is written, and with whatever before it. */
function withoutNumbers(text: string, numbers: readonly string[], put: (name: string) => string): string {
  if (numbers.length === 0) return text;
  return text.replace(NUMBER, (written) => {
    const digits = lastDigits(written);
    return digits !== null && numbers.includes(digits) ? put(written) : written;
  });
}

const stars = (name: string): string => '*'.repeat(Buffer.byteLength(name));

function withoutNames(text: string, names: readonly (readonly string[])[], put: (name: string) => string): string {
  let left = text;
  let read = asRead(left);
  for (const words of names) {
    const kept = without(left, read, words, put);
    if (kept === left) continue;
    left = kept;
    read = asRead(left);
  }
  return left;
}

function without(text: string, read: ReadText, words: readonly string[], put: (name: string) => string): string {
  let rest = '';
  let from = 0;
  for (let at = findFrom(read.text, words, 0); at !== null; at = findFrom(read.text, words, at.end)) {
    const [start, end] = [read.startOf(at.start), read.endOf(at.end)];
    rest += text.slice(from, start) + put(text.slice(start, end));
    from = end;
  }
  return from === 0 ? text : rest + text.slice(from);
}

function findFrom(text: string, words: readonly string[], from: number): { start: number; end: number } | null {
  const [first = '', ...others] = words;
  const sign = others.length === 0 ? OF_WORD : OF_NAME;
  for (let start = text.indexOf(first, from); start !== -1; start = text.indexOf(first, start + 1)) {
    let end: number | null = start + first.length;
    for (const word of others) end = end === null ? null : afterWord(text, word, end);
    if (end !== null && !isInWord(text, start, sign) && !isInWord(text, end, sign)) return { start, end };
  }
  return null;
}

/**
 * Finds where a word ends that follows white space, or a comma and white space. In an address and in the name of a file other signs stand for white
 * space.
 */
function afterWord(text: string, word: string, at: number): number | null {
  let place = text[at] === ',' ? at + 1 : at;
  const before = place;
  while (place < text.length && /[\s+_]/.test(text[place] ?? '')) place++;
  return place > before && text.startsWith(word, place) ? place + word.length : null;
}

/** Signs of a word in an address or an id, where `_` belongs to words. */
const OF_WORD = /[\p{L}\p{N}\p{M}_]/u;
const OF_NAME = /[\p{L}\p{N}\p{M}]/u;

/** Whether a word goes on across this place: a hyphen joins what stands on both sides of it. */
function isInWord(text: string, place: number, sign: RegExp): boolean {
  const [before, after] = [signBefore(text, place), signAfter(text, place)];
  if (before === '-') return sign.test(after) && sign.test(signBefore(text, place - 1));
  if (after === '-') return sign.test(before) && sign.test(signAfter(text, place + 1));
  return sign.test(before) && sign.test(after);
}

const signAfter = (text: string, place: number): string => String.fromCodePoint(text.codePointAt(place) ?? 0);

function signBefore(text: string, place: number): string {
  const unit = text.charCodeAt(place - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  return text.slice(Math.max(0, place - (isLow ? 2 : 1)), Math.max(0, place));
}
