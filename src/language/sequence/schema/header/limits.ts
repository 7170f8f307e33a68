import { z } from 'zod';
import { describe, oneOrMore } from '../describe.ts';

const CAP = /^\s*\d{1,7}\s*(?:\/|per )\s*(?:day|week)\s*$/;
const BY_DAY = /^\s*\d{1,7}\s*(?:\/|per )\s*day\s*$/;

const cap = (what: string, example: string): z.ZodType =>
  describe(oneOrMore(z.string().regex(CAP), 1), `${what}, per sender account: a number per day, per week, or both.`, [
    example,
    [example, '80/week'],
  ]).optional();

export const warmUpForm = z.strictObject({
  start: describe(z.string().regex(BY_DAY), "The cap on the account's first day of sending.", ['5/day']),
  grow: describe(z.string().regex(BY_DAY), 'By how much the cap grows each calendar day.', ['2/day']),
});

export const limitsForm = z.strictObject({
  visits: cap('Visits of profiles', '80/day'),
  invites: cap('Invitations', '20/day'),
  messages: cap('Messages', '60/day'),
  inmails: cap('InMails', '10/day'),
  emails: cap("Emails, never above the mailbox's own limit", '40/day'),
  emails_per_domain: cap('Emails to the addresses of one domain', '5/day'),
  credits: cap('API credits that this sequence may spend', '500/day'),
  warm_up: describe(warmUpForm, 'The cap of every send class begins low and grows to its limit.', [
    { start: '5/day', grow: '2/day' },
  ]).optional(),
});

export const limits = describe(
  limitsForm,
  "How much a sender account does for this sequence. The lowest of this, the account's own limit and the network's holds.",
  [{ invites: ['20/day', '80/week'], messages: '60/day' }],
);
