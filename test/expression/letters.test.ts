import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILTERS } from '../../src/language/expression/liquid.ts';
import { renderTemplate } from '../../src/language/expression/render-template.ts';
import { cutText, shortenText } from '../../src/shared/kit/cut-text.ts';
import { lettersOf } from '../../src/shared/kit/letters.ts';
import { rounds } from '../support/rounds.ts';

function render(filters: string, scope: Record<string, unknown>): string {
  const rendered = renderTemplate(`{{ v | ${filters} }}`, scope);
  if (!rendered.ok) throw new Error(`${filters}: ${rendered.error.message}`);
  return rendered.value;
}

const [A, DESERET, FAMILY, FLAG, ZOE] = ['𝒜', '𐐨', '👩‍👩‍👧', '🇫🇷', 'Zoe\u0308'];

describe('a letter that is more than one code unit stays whole', () => {
  it.each([
    ['split: "" | first', `${A}da`, A],
    ['split: "" | last', `Ad${A}`, A],
    ['split: "" | join: "-"', `${A}${FAMILY}${FLAG}`, `${A}-${FAMILY}-${FLAG}`],
    ['first', `${A}da`, A],
    ['last', `ad${FAMILY}`, FAMILY],
    ['size', `${A}${FAMILY}${FLAG}${ZOE}`, '6'],
    ['slice: 0', `${FLAG}da`, FLAG],
    ['slice: -1', `da${FAMILY}`, FAMILY],
    ['slice: 1, 2', `a${A}${FLAG}b`, `${A}${FLAG}`],
    ['slice: 0, 3', ZOE, ZOE],
    ['truncate: 2, ""', `${A}da`, `${A}d`],
    ['truncate: 3, ""', ZOE, 'Zo'],
    ['truncate: 4, ""', ZOE, ZOE],
    ['truncate: 4, ""', `ab${FAMILY}`, 'ab'],
    ['truncate: 5', `${A}${A}${A}${A}${A}${A}`, `${A}${A}...`],
    ['truncate: 1', 'abcd', '...'],
    ['replace: "", "-"', `${A}${DESERET}`, `${A}-${DESERET}`],
    ['remove: "d"', `${A}d${FAMILY}`, `${A}${FAMILY}`],
    ['capitalize', `${DESERET}${DESERET.toUpperCase()}A`, `${DESERET.toUpperCase()}${DESERET}a`],
    ['capitalize', 'éMILE', 'Émile'],
    ['url_encode', A, '%F0%9D%92%9C'],
  ])('%s of %s', (filters, v, expected) => {
    expect(render(filters, { v })).toBe(expected);
  });

  it.each(FILTERS.map((name) => [name]))('whatever %s is given', (name) => {
    const letter = fc.constantFrom(
      ...[A, DESERET, FAMILY, FLAG, 'e\u0308', 'a', 'B', ' ', '\u{1f44d}\u{1f3fd}', '\u{20000}'],
    );
    const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));
    const argument = fc.oneof(fc.integer({ min: -14, max: 14 }), text);
    fc.assert(
      fc.property(text, argument, argument, (v, one, other) => {
        const rendered = renderTemplate(`{{ v | ${name}: ${name.endsWith('pend') ? 'one' : 'one, other'} }}`, {
          v,
          one,
          other,
        });
        // Of a text that is no date nothing is made.
        if (rendered.ok) expect(rendered.value).not.toMatch(/\p{Surrogate}|\ufffd/u);
        else expect(name).toBe('date');
      }),
      { numRuns: rounds(500) },
    );
  });

  it('also where Liquid says otherwise of the rest: what is of one code unit each is cut as it always was', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii' }),
        fc.nat(30),
        fc.integer({ min: -30, max: 30 }),
        (v, most, at) => {
          expect(render(`truncate: ${most}, ""`, { v })).toBe(v.slice(0, most));
          const from = at < 0 ? v.length + at : at;
          expect(render(`slice: ${at}, ${most}`, { v })).toBe(from < 0 ? '' : v.slice(from, from + most));
          expect(render('size', { v })).toBe(String(v.length));
        },
      ),
      { numRuns: rounds(500) },
    );
  });

  it('and a few letters become no text that memory does not hold', () => {
    const many = 'a'.repeat(15_000);
    expect(renderTemplate('{{ v | replace: "", v }}', { v: many })).toEqual({
      ok: false,
      error: { message: expect.stringContaining('longer than 20000') },
    });
  });
});

describe('a text that is cut', () => {
  it('is never cut within a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, most) => {
        const cut = cutText(text, most);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
        expect(text.startsWith(cut) && cut.length <= most).toBe(true);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1);
      }),
      { numRuns: rounds(1000) },
    );
    expect(shortenText(`${A}${A}${A}`, 4)).toBe(`${A}…`);
    expect(shortenText('abcd', 4)).toBe('abcd');
  });

  it('is of the same letters as before', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(lettersOf(text).join('')).toBe(text);
      }),
      { numRuns: rounds(1000) },
    );
  });
});
