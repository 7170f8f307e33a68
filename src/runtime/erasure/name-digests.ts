import { trimEndOf } from '../../shared/kit/trim-end-of.ts';
import { asRead } from './as-read.ts';
import { mailboxIn } from './find-mailboxes.ts';
import { lastDigits, NUMBER } from './last-digits.ts';
import type { PersonNames } from './person-names.ts';

/** A keyed digest that only this installation can make. */
export type Digest = (text: string) => string;

/** Makes the digests under which a receipt knows the names: they are found again in a text that has them, and cannot be read out. */
export function digestsOfNames(
  { words, full_names }: Pick<PersonNames, 'words' | 'full_names'>,
  digest: Digest,
): string[] {
  const keys = [
    ...withReadForms(words).flatMap(keysOfWord),
    ...withReadForms(full_names).map((name) => nameKey(nameWords(name))),
  ];
  return [...new Set(keys)].sort().map((key) => digest(`erased name ${key}`));
}

/** Creates a check whether a text holds one of these names. `known` are digests of names. */
export function createNameScanner(known: ReadonlySet<string>, digest: Digest): (text: string) => boolean {
  const seen = new Map<string, boolean>();
  const isKnown = (key: string): boolean => {
    const before = seen.get(key);
    if (before !== undefined) return before;
    if (seen.size >= MOST_SEEN) seen.clear();
    const found = known.has(digest(`erased name ${key}`));
    seen.set(key, found);
    return found;
  };
  return (text) => {
    for (const form of withReadForms([text])) for (const key of keysIn(form)) if (isKnown(key)) return true;
    return false;
  };
}

/** Names as they are, which is what older receipts know, and as they are read. */
const withReadForms = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const read = asRead(text).text;
    return read === text.toLowerCase() ? [text] : [text, read];
  });

/** Most words of a database are the same ones. */
const MOST_SEEN = 500_000;

function wordKey(word: string): string {
  let end = word.length;
  while (end > 0 && TRAILING.includes(word[end - 1] ?? ' ')) end--;
  return `word:${word.slice(0, end).toLowerCase()}`;
}
const nameKey = (words: readonly string[]): string => `name:${words.slice(0, MOST_WORDS).join(' ').toLowerCase()}`;
const digitsKey = (digits: string): string => `digits:${digits}`;
const mailboxKey = (mailbox: string): string => `mailbox:${mailbox}`;

/** A number counts by its digits and an address by its mailbox, however it is written; everything else as it is. */
function keysOfWord(word: string): string[] {
  const digits = lastDigits(word);
  if (digits !== null) return [digitsKey(digits)];
  const mailbox = mailboxIn(word);
  return mailbox === null ? [wordKey(word)] : [wordKey(word), mailboxKey(mailbox)];
}

/** Everything in the text that may be a name. */
function* keysIn(text: string): Generator<string> {
  for (const [run] of text.matchAll(RUN)) {
    if (run.length < SHORTEST) continue;
    yield wordKey(run);
    const parts = run.split(SEPARATOR);
    if (parts.length > 1) for (const part of parts) if (part.length >= SHORTEST) yield wordKey(part);
    for (const part of run.includes('@') ? parts : []) {
      const mailbox = mailboxIn(trimEndOf(part, '.!'));
      if (mailbox !== null) yield mailboxKey(mailbox);
    }
  }
  const words = nameWords(text);
  for (let at = 0; at < words.length; at++) {
    for (let many = 2; many <= MOST_WORDS && at + many <= words.length; many++)
      yield nameKey(words.slice(at, at + many));
  }
  for (const [number] of text.matchAll(NUMBER)) {
    const digits = lastDigits(number);
    if (digits !== null) yield digitsKey(digits);
  }
}

const MOST_WORDS = 4;
const nameWords = (text: string): string[] =>
  [...text.matchAll(NAME_WORD)].map(([word]) => word.replace(/^[-'’.]/, '').replace(/[-'’.]$/, ''));

/** Whatever stands between white space, quotes and brackets: addresses, URLs, urns. */
const RUN = /[^\s"'<>()[\]{},;|\\]+/g;
/** Parts of them: the name in the address of a profile, an id in a path. */
const SEPARATOR = /[:=/?&#]/;
const SHORTEST = 5;
const TRAILING = '.:!?/';
const NAME_WORD = /[\p{L}\p{M}'’.-]+/gu;
