import { expect, it } from 'vitest';
import { findPrivateWords } from './find-private-words.ts';

it('finds a private word in a sentence, in a name and in a constant', () => {
  const text = ['// its twin is told', 'const nextBooking = 1;', 'const GATHER_MS = 5;', 'const slot = 1;'].join('\n');
  expect(findPrivateWords(text).map(({ line, found }) => `${line} ${found}`)).toEqual([
    '1 twin',
    '2 booking',
    '3 gather',
  ]);
});

it('leaves words of the field, and the stored id of an event', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of source
  const text = ['id: `twin/${gone}`', 'together', 'the slot was booked', 'takeSlot(deps)'].join('\n');
  expect(findPrivateWords(text)).toEqual([]);
});
