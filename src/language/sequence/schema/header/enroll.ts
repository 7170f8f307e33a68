import { z } from 'zod';
import { describe, oneOrMore } from '../describe.ts';

export const enrollForm = z.strictObject({
  again: describe(
    z.union([z.literal('never'), z.string().regex(/^\s*(?:never\s*|after\s.+)$/)]),
    'Whether a person may enter again: `never` (default), or some time after the last enrollment in this sequence ended.',
    ['never', 'after 90 days'],
  ).optional(),
  unless: describe(
    oneOrMore(
      z.union([z.literal('active_elsewhere'), z.string().regex(/^\s*(?:active_elsewhere\s*|contacted\s+within\s.+)$/)]),
    ),
    'Who may not enter: `active_elsewhere` (default) who is in another sequence now, `contacted within 30 days` whom any sequence reached lately. `[]` lets everybody in.',
    [['active_elsewhere', 'contacted within 30 days'], []],
  ).optional(),
  per_company: describe(z.int().min(1), 'People of one company active at a time.', [3]).optional(),
});

export const enroll = describe(enrollForm, 'Who may enter this sequence.', [
  { again: 'after 90 days', unless: ['active_elsewhere', 'contacted within 30 days'], per_company: 3 },
]);
