import { describe, expect, it } from 'vitest';
import type { NetworkProfile } from '../../src/core/calendar/network-profile.ts';
import { knownAccounts } from '../../src/runtime/enroll/apply/known-accounts.ts';

const profiles: readonly NetworkProfile[] = [
  { name: 'professional-free', caps: {}, note_length: 200, inmails_per_month: 0, for: { platform: 'professional' } },
  {
    name: 'professional-recruiter',
    caps: {},
    note_length: 300,
    for: { platform: 'professional', product: 'recruiter' },
  },
  { name: 'email', caps: {}, note_length: 300, for: { platform: 'email' } },
];
const account = { id: 'acc', platform: 'professional', email: null, products: ['classic'], profile: null } as const;
const tierOf = (changed: Partial<Parameters<typeof knownAccounts>[0][number]>) =>
  knownAccounts([{ ...account, ...changed }], profiles).get('acc')?.tier;

describe('the tier of an account', () => {
  it('is certain where a person chose it, or where the record shows a seat', () => {
    expect(tierOf({ profile: 'professional-free' })).toBe('professional-free');
    expect(tierOf({ products: ['classic', 'recruiter'] })).toBe('professional-recruiter');
    expect(tierOf({ platform: 'email', products: [] })).toBe('email');
  });

  it('is not where the record shows none: it may be a paid account all the same', () => {
    expect(tierOf({})).toBeNull();
    expect(tierOf({ platform: 'messenger' })).toBeNull();
  });
});
