import { z } from 'zod';
import { count, dryRun, text, time, timeWithOffset } from '../fields.ts';
import { operations } from '../operation.ts';

const due = z.object({ what: text, at: time });

export const CLOCK_OPERATIONS = operations({
  getClock: {
    method: 'GET',
    path: '/api/clock',
    tag: 'clock',
    scope: 'read',
    accounts: 'shared',
    summary: 'Virtual time, and how fast it goes',
    answers: { 200: z.object({ now: time, speed: z.number() }) },
  },
  getQuiet: {
    method: 'GET',
    path: '/api/quiet',
    tag: 'clock',
    scope: 'read',
    accounts: 'shared',
    summary: 'In a sandbox: whether anything is at work, and what is due next',
    answers: {
      200: z.object({
        now: time,
        is_quiet: z.boolean(),
        under_way: z.array(z.object({ what: text, count })),
        next: due.nullable(),
      }),
    },
    problems: { 409: ['clock_not_movable'], 503: ['service_away'] },
  },
  jumpClock: {
    method: 'POST',
    path: '/api/clock/jump',
    tag: 'clock',
    scope: 'write',
    summary: 'In a sandbox: jump to a time, or to what is due next if nothing is at work',
    query: dryRun,
    body: z.strictObject({
      to: timeWithOffset.optional(),
    }),
    body_optional: true,
    answers: { 200: z.object({ jumped_to: time.nullable(), dry_run: z.literal(true).optional() }) },
    problems: { 409: ['clock_not_movable', 'not_quiet'], 503: ['service_away'] },
    example: { body: {} },
  },
});
