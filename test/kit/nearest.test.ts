import { expect, it } from 'vitest';
import { nearest } from '../../src/shared/kit/nearest.ts';

it.each([
  ['a letter that is wrong, missing, too much or swapped', ['invete', 'invte', 'innvite', 'inivte'], ['invite']],
  ['case and separators', ['InMail', 'in_mail', 'in-mail', 'IN MAIL'], ['inmail']],
  ['several that are as near', ['cat'], ['bat', 'cut']],
  ['nothing like it', ['zebra', 'x'.repeat(100_000)], []],
])('finds what was meant: %s', (_, words, meant) => {
  for (const word of words) expect(nearest(word, ['invite', 'inmail', 'bat', 'cut'])).toEqual(meant);
});

it('asks who wants to know how near is near', () => {
  expect(nearest('invte', ['invite'], () => 0)).toEqual([]);
  expect(nearest('in_vite', ['invite'], () => 0)).toEqual(['invite']);
});
