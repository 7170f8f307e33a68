import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asRead } from '../../src/runtime/erasure/as-read.ts';
import { createNameFinder } from '../../src/runtime/erasure/find-names.ts';
import { createNameScanner, digestsOfNames } from '../../src/runtime/erasure/name-digests.ts';
import { rounds } from '../support/rounds.ts';

const NAMES = [
  ['Zoë', 'Müller-Ångström'],
  ['İbrahim', 'Yılmaz'],
  ['Юлия', 'Иванова'],
  ['太郎', '山田'],
  ['길동', '홍'],
  ['Ὀδυσσεύς', 'Λαερτιάδης'],
  ['Nguyễn', 'Thị Hằng'],
  ['Seán', "O'Hara"],
] as const;
const SLUG = 'zoë-müller-42';

const FORMS: readonly [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['composed', (text) => text.normalize('NFC')],
  ['decomposed', (text) => text.normalize('NFD')],
  ['in capitals', (text) => text.toUpperCase()],
  ['of an address', (text) => encodeURI(text)],
  ['of a field in a query', (text) => encodeURIComponent(text)],
  ['of a field in a query, with small digits', (text) => encodeURIComponent(text).toLowerCase()],
  ['of a form', (text) => new URLSearchParams({ q: text }).toString().slice(2)],
  ['decomposed, of an address', (text) => encodeURI(text.normalize('NFD'))],
  ['of HTML', (text) => text.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`)],
  [
    'of HTML, in hexadecimal',
    (text) => text.replace(/[^\0-\x7f]/gu, (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`),
  ],
  [
    'of JSON',
    (text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  ['of the name of a file', (text) => text.replaceAll(' ', '_')],
  ['with blanks that do not break', (text) => text.replaceAll(' ', '\u00a0')],
  ['with a place to break', (text) => text.replaceAll(' ', '\u200b ')],
];

const digest = (text: string) => text;

describe.each(FORMS)('a name in the form %s', (_form, write) => {
  it.each(NAMES)('is found where it stands and nowhere else: %s %s', (first, last) => {
    const names = { words: [], full_names: [`${first} ${last}`, `${last} ${first}`] };
    const finder = createNameFinder(names);
    const hasName = createNameScanner(new Set(digestsOfNames(names, digest)), digest);
    for (const name of names.full_names) {
      const text = `/var/log/x?q=${write(name)}&page=2, Ünder ${write(name)}!`;
      expect(hasName(text)).toBe(true);
      expect(text).toMatch(new RegExp(String(finder.coarse), 'iu'));
      const left = finder.redact(text);
      expect(left).toBe('/var/log/x?q=(erased)&page=2, Ünder (erased)!');
      expect(hasName(left)).toBe(false);
      expect(Buffer.byteLength(finder.mask(text))).toBe(Buffer.byteLength(text));
      expect(finder.mask(text)).toMatch(/^\/var\/log\/x\?q=\*+&page=2, Ünder \*+!$/);
    }
  });

  it('is found in the address of a profile, and no other profile is', () => {
    const names = { words: [SLUG], full_names: [] };
    const finder = createNameFinder(names);
    const hasName = createNameScanner(new Set(digestsOfNames(names, digest)), digest);
    const [theirs, other] = [`https://x.example/in/${write(SLUG)}/de`, `https://x.example/in/${write(`${SLUG}7`)}`];
    expect([finder.redact(theirs), finder.redact(other)]).toEqual(['https://x.example/in/(erased)/de', other]);
    expect([hasName(theirs), hasName(other)]).toEqual([true, false]);
  });
});

describe('a text as it is read', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
    fc.constantFrom('%', '%zz', '%C3', '&', '&;', '&nosuch;', '\\u', '\\ud83d', '\u0301', '\u00ad', 'ﬀ', 'İ'),
  );
  const texts = fc.array(piece).map((pieces) => pieces.join(''));

  it('says of each of its signs where it stands, one after the other, within the text', () => {
    void fc.assert(
      fc.property(texts, (given) => {
        const { text, startOf, endOf } = asRead(given);
        let last = 0;
        for (let place = 0; place < text.length; place++) {
          const [start, end] = [startOf(place), endOf(place + 1)];
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(given.length);
          last = start;
        }
      }),
      { numRuns: rounds(5000) },
    );
  });

  it('is the text itself, in small letters, where nothing is written in another way', () => {
    void fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZ 9_-.,:/@+\'"') }), (given) => {
        expect(asRead(given).text).toBe(given.toLowerCase());
      }),
      { numRuns: rounds(500) },
    );
  });
});
