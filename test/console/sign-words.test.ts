import { expect, it } from 'vitest';
import { SIGN_WORDS } from '../../src/app/console/tasks/sign-words.ts';
import { SIGN_NAMES } from '../../src/shared/mail/verdict/sign.ts';

it('has words for every sign, and for none that no mail can have', () => {
  expect(Object.keys(SIGN_WORDS)).toEqual([...SIGN_NAMES]);
});
