import { expect, it } from 'vitest';
import { optOutsInWords } from '../../src/shared/kit/opt-outs-in-words.ts';

const nobody = { added: 0, present: 0, nameless: 0, pending: 0 };

it.each([
  [{ ...nobody, added: 1 }, 'The list says not to contact 1 person: 1 was put on the do-not-contact list'],
  [
    { added: 1200, present: 1, nameless: 2, pending: 3 },
    'The list says not to contact 1,206 people: 1,200 were put on the do-not-contact list, 1 was on it already, 2 have no name that can be read, 3 are still to be put there',
  ],
  [{ ...nobody, pending: 1 }, 'The list says not to contact 1 person: 1 is still to be put there'],
])('says of %j how they were put on the list', (given, words) => {
  expect(optOutsInWords(given)).toBe(words);
});
