import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['src', 'activities', 'workflows'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name)),
);

/** Things of which there is one, with the file where it is, and the mark by which a second one would be known. */
const ONE_OF_EACH = [
  {
    what: 'retry with exponential backoff',
    home: ['src/shared/kit/backoff.ts', 'src/shared/postgres/backoff-in-sql.ts'],
    // A power of what was counted; one of a literal is arithmetic.
    mark: / \*\* (?!\d)|\b2 \^|(?:wait|delay|pause|backoff)\w* \*= ?\d/i,
  },
  {
    what: 'whether something is an object with fields',
    home: ['src/shared/kit/is-record.ts'],
    mark: /=== 'object' &&[^;]{0,40}!Array\.isArray|const is(?:Record|PlainObject) =/,
  },
  {
    what: 'the text of what was thrown',
    home: ['src/shared/kit/thrown.ts'],
    mark: /\bString\((?:error|err|e|cause|reason|thrown)\)/,
  },
  {
    what: 'the text of HTML',
    home: ['src/shared/mail/text-of-html.ts'],
    mark: /'blockquote'/,
  },
  {
    what: 'signs that HTML writes otherwise, which is for the library `entities`',
    home: [],
    mark: /['"`]&(?:lt|gt|quot|#39|nbsp);|\bnbsp: /,
  },
  {
    what: 'what a word was meant to be',
    home: ['src/shared/kit/nearest.ts'],
    mark: /editDistance|levenshtein|one(?:Edit|Letter)Apart/i,
  },
  {
    what: 'a dry run that goes all the way and is taken back',
    home: ['src/shared/postgres/rehearsal.ts'],
    // An error that is thrown only to end a transaction.
    mark: /class TakenBack|(?:Error|super)\('(?:rehears|roll|undo|over)/,
  },
  {
    what: 'an order of texts that is the same on every machine',
    home: [],
    mark: /\.localeCompare\((?![^)]*, 'en')/,
  },
  {
    what: 'a sleep that can be cut short',
    home: ['src/shared/kit/interruptible-sleep.ts'],
    mark: /=> \{\s*clearTimeout\(\w+\);\s*resolve\(/,
  },
];

it.each(ONE_OF_EACH)('there is one place for $what', ({ home, mark }) => {
  const found = SOURCES.filter((file) => mark.test(readFileSync(file, 'utf8'))).map((file) => relative(ROOT, file));
  expect(found.sort()).toEqual(home.sort());
});
