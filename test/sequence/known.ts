import type { CompileOptions } from '../../src/language/sequence/compile/compile-options.ts';

/** Accounts and tiers as examples of the documentation and of tests name them. */
export const KNOWN: CompileOptions = {
  elsewhere: new Map([['taken', 'other.yaml']]),
  profiles: [
    {
      name: 'professional-free',
      caps: { invite: [{ count: 20, per: 'day' }], message: [{ count: 50, per: 'day' }] },
      note_length: 200,
      inmails_per_month: 0,
    },
    {
      name: 'professional-recruiter',
      caps: { invite: [{ count: 40, per: 'day' }], message: [{ count: 150, per: 'week' }] },
      note_length: 300,
      inmails_per_month: 150,
    },
    {
      name: 'professional-blocked',
      caps: { visit: [{ count: 0, per: 'day' }], invite: [{ count: 0, per: 'day' }] },
      note_length: 200,
    },
    { name: 'email', caps: { email: [{ count: 200, per: 'day' }] }, note_length: 300 },
  ],
  accounts: new Map([
    ['acc_free', { channel: 'professional', tier: 'free' }],
    ['acc_seat', { channel: 'professional', tier: 'professional-recruiter' }],
    ['acc_blocked', { channel: 'professional', tier: 'blocked' }],
    ['acc_new', { channel: 'professional', tier: null }],
  ]),
  sequences: new Map([
    ['nurture', []],
    ['welcome', ['middle']],
    ['middle', ['nurture', 'example']],
  ]),
};
