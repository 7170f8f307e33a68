import { expect, it } from 'vitest';
import { findPrivateTitles } from './find-private-titles.ts';

const found = (text: string): string[] =>
  findPrivateTitles('test/one.test.ts', text).map(({ line, found: word }) => `${line} ${word}`);

it('finds a private word in titles of every form, with the line on which the title stands', () => {
  const text = [
    "describe('the bell', () => {",
    "  it.each([1, 2])('is told %s', () => undefined);",
    "  describe.skipIf(true)('a nudge', () => undefined);",
    '  it.each`',
    '    a',
    "  `('carries out $a', () => undefined);",
    "  test.runIf(true).each([['a', 1]])(",
    "    'Settles %s', async () => undefined);",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of source
    '  it(`of ${a} takes in ${b}, at the pace`, () => undefined);',
    '});',
  ];
  expect(found(text.join('\n'))).toEqual([
    '1 bell',
    '2 told',
    '3 nudge',
    '6 carries out',
    '8 settles',
    '9 takes in',
    '9 pace',
  ]);
});

it('leaves other texts, longer words and a key ring alone', () => {
  const text = [
    "it('opens the key ring of an intel space, and is carried on', () => tell('what was told'));",
    "expect(told).toBe('settled'); // a twin",
    "split('tells');",
  ];
  expect(found(text.join('\n'))).toEqual([]);
});
