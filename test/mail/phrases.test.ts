import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/shared/mail/languages/all-languages.ts';
import { PhraseSet } from '../../src/shared/mail/words/phrases.ts';
import { wordsOf } from '../../src/shared/mail/words/words-of.ts';

/** The texts that are read as phrases of each language, with the terms that stand in them. */
const written = LANGUAGES.flatMap(({ name: language, stop, automatic, refusal }) => {
  const { terms, ...asked } = stop;
  const texts = Object.entries({ ...asked, ...automatic, ...refusal }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.map(([name, text]) => [`${language} ${name}`, text, terms] as const);
});

describe('phrases', () => {
  it.each(written)(
    'are read without an error, though it is the first mail that asks for them: %s',
    (_, text, terms) => {
      expect(new PhraseSet([text], terms).isIn(wordsOf('zebulon'))).toBe(false);
    },
  );

  it.each(['..3', 'write ..', '(me)', 'write <nothing>', '[one (two)]'])(
    'refuse what nobody could find: %s',
    (text) => {
      expect(() => new PhraseSet([text]).isIn([])).toThrow();
    },
  );

  it('share items with others, but not the terms of others', () => {
    const [one, other] = ['mail', 'letter'].map((word) => new PhraseSet(['no <it>'], { it: word }));
    expect(one?.isIn(wordsOf('no mail'))).toBe(true);
    expect(other?.isIn(wordsOf('no mail'))).toBe(false);
    expect(other?.isIn(wordsOf('no letter'))).toBe(true);
  });
});
