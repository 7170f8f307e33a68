import fc from 'fast-check';
import { unwritableAt } from '../../../src/language/sequence/yaml/unwritable.ts';

const STRANGE = [
  ...[
    '',
    ' ',
    '\n',
    ' leading',
    'trailing ',
    '\n\nlines\n\n',
    'tab\there',
    '- a',
    '? a',
    ': ',
    'a: b',
    'a #b',
    '#',
    '*a',
  ],
  ...[
    '&a',
    '!a',
    '|',
    '>',
    '{{ first_name }}',
    '{ a',
    '] b',
    '"',
    "'",
    "''",
    '\\n',
    '"\\"',
    'null',
    'true',
    '12',
    '1e3',
  ],
  ...['0x1f', '---', '...', '%YAML 1.1', '@a', '`a`', 'é 👩‍👩‍👧 \u202E ש', '  indented\nless', 'a\n  more\nless', '<<'],
];

/** A text that somebody may type or paste: words, and everything that means something to YAML. */
export const drawnText: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...STRANGE),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.array(fc.constantFrom(...STRANGE), { minLength: 2, maxLength: 5 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...STRANGE), { minLength: 2, maxLength: 5 }).map((parts) => parts.join('\n')),
  )
  .filter((text) => unwritableAt(text) === null);
