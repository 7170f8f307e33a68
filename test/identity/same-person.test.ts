import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  emailIdentity,
  type Identity,
  identityKey,
  phoneIdentity,
  profileIdentity,
} from '../../src/shared/identity/identity.ts';
import { IS_NIGHT } from '../support/rounds.ts';
import { mailboxPairs, type Pairs, pagePairs, phonePairs, type Spelling } from './spellings.ts';

const PAIRS = IS_NIGHT ? 100_000 : 4_000;

const KINDS: readonly [string, Pairs, (spelling: Spelling) => Identity | null][] = [
  ['mailbox', mailboxPairs, ({ text }) => emailIdentity(text)],
  ['phone', phonePairs, ({ text, country }) => phoneIdentity(text, { country: country ?? null })],
  ['page of a profile', pagePairs, ({ text }) => profileIdentity(text)],
];

describe.each(KINDS)('spellings of a %s', (_kind, pairs, read) => {
  const keyOf = (spelling: Spelling): string => {
    const identity = read(spelling);
    if (identity === null) throw new Error(`${JSON.stringify(spelling)} is refused`);
    return identityKey(identity);
  };

  it('are never two people', () => {
    void fc.assert(
      fc.property(pairs.one, ([one, other]) => keyOf(one) === keyOf(other)),
      { numRuns: PAIRS },
    );
  });

  it('of two people are never one', () => {
    void fc.assert(
      fc.property(pairs.two, ([one, other]) => keyOf(one) !== keyOf(other)),
      { numRuns: PAIRS },
    );
  });
});
