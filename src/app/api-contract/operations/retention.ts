import { z } from 'zod';
import { dryRun, text } from '../fields.ts';
import { operations } from '../operation.ts';

const days = z.int().min(1).max(36_500).nullable();
const retention = z
  .strictObject({
    messages: days.describe(
      'Words of messages, ours and theirs, after the enrollment has ended or the message came; notes about conversations, after they were written.',
    ),
    timelines: days.describe('What the lines of an enrollment say, after it has ended.'),
    events: days.describe('What events carry, after they came; their ids stay.'),
    logs: days.describe('Finished jobs, searches for missed events, checks of receipts, and log files in the home.'),
  })
  .meta({ id: 'Retention' });

const examination = z
  .object({
    ok: z.boolean(),
    findings: z.array(
      z.object({
        name: text,
        ok: z.boolean(),
        text,
        fix: text.optional().describe('Where something is wrong: how to mend it.'),
      }),
    ),
    variables: z.array(
      z.object({
        name: text,
        value: text.describe('Of a secret only whether it is set.'),
        source: z.enum(['environment', 'profile', 'default']),
        about: text,
      }),
    ),
  })
  .meta({ id: 'Examination' });

export const RETENTION_OPERATIONS = operations({
  examineEnvironment: {
    method: 'GET',
    path: '/api/settings/environment',
    tag: 'operations',
    scope: 'admin',
    summary:
      'What `overture doctor` says on the machine of the API: what was looked at, and each setting with its source',
    answers: { 200: examination },
    problems: { 503: ['not_examined'] },
  },
  getRetention: {
    method: 'GET',
    path: '/api/settings/retention',
    tag: 'operations',
    scope: 'read',
    summary: 'How many days words, lines and logs are kept; null: for good',
    answers: { 200: retention },
  },
  setRetention: {
    method: 'PUT',
    path: '/api/settings/retention',
    tag: 'operations',
    scope: 'admin',
    summary: 'Say how many days words, lines and logs are kept',
    description:
      'What guards need is never purged: keys of intents, ids of events, uses of limits, the do-not-contact list. What is absent stays as it is set.',
    query: dryRun,
    body: retention.partial(),
    answers: { 200: retention },
    example: { body: { messages: 730, timelines: 730, events: 90, logs: 30 } },
  },
});
