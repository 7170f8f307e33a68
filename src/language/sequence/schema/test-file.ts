import { z } from 'zod';
import { LEAD_FIELDS } from '../../plan/lead.ts';
import { describe, oneOrMore } from './describe.ts';
import { plainValue, sequenceName, text } from './values.ts';

/** Moments, steps and events of a file of tests, as it is written beside its sequence. */

const STEP = /^\s*[\w/-]+\s*(?:#\s*[1-9]\d{0,3})?\s*$/;
const MOMENT = /^\s*(?:at\s+\S.*|after\s+[^+]+(?:\+\s*\d.*)?)$/;

const LEAD_EXAMPLES: Readonly<Record<(typeof LEAD_FIELDS)[number], string>> = {
  profile_url: 'https://professional.example/in/ada',
  first_name: 'Ada',
  last_name: 'Lovelace',
  headline: 'Engineer',
  email: 'ada@example.com',
  phone_number: '+33 1 23 45 67 89',
  company: 'Analytical Engines',
  location: 'Paris',
  timezone: 'Europe/Paris',
  country: 'FR',
};

const plainValues = () => z.record(z.string(), plainValue());

const leadForm = z.strictObject({
  ...Object.fromEntries(
    LEAD_FIELDS.map((field) => [
      field,
      describe(
        z.union([text(), z.null()]),
        `The lead's \`${field}\`; \`null\` removes the value given above the tests.`,
        [LEAD_EXAMPLES[field]],
      ).optional(),
    ]),
  ),
  vars: describe(plainValues(), 'Variables that the lead brings.', [{ team: 'Platform' }]).optional(),
});

const senderForm = z.strictObject({
  id: describe(text(), 'The id of the account.', ['acc_anna']).optional(),
  name: describe(text(), 'The name that texts sign with.', ['Anna']).optional(),
  email: describe(text(), 'The address of the mailbox.', ['anna@example.com']).optional(),
});

const sender = (channel: string): z.ZodType =>
  describe(z.union([senderForm, text()]), `The account of the ${channel} channel that the lead has.`, [
    'acc_anna',
  ]).optional();

/** Above the tests these hold for all of them; what a test says itself wins, key by key. */
const shared = () => ({
  lead: describe(leadForm, 'Who goes through the sequence.', [
    { first_name: 'Ada', profile_url: 'https://professional.example/in/ada', timezone: 'Europe/Paris' },
  ]).optional(),
  vars: describe(plainValues(), 'Variables that the lead brings.', [{ team: 'Platform' }]).optional(),
  job: describe(plainValues(), 'The job that the lead is a candidate of.', [{ title: 'Engineer' }]).optional(),
  senders: describe(
    z.strictObject({
      professional: sender('professional'),
      messenger: sender('messenger'),
      email: sender('email'),
    }),
    'Which accounts the lead has; where left out, the first of each pool.',
    [{ professional: 'acc_anna' }],
  ).optional(),
  connected: describe(z.boolean(), '`true`: the lead is connected from the start. Default: `false`.', [
    true,
  ]).optional(),
  start: describe(text(), "When the enrollment starts, in the lead's zone. Default: `2026-01-05 09:00`, a Monday.", [
    '2026-03-02 09:00',
  ]).optional(),
  answers: describe(
    z.record(
      z.string().regex(STEP),
      describe(z.union([plainValues(), z.string()]), 'A word, or what was found.', ['impossible']),
    ),
    "The results of the steps' calls, by step; all others have their usual result.",
    [{ inmail: 'impossible', enrich: { email: 'ada@example.com' } }],
  ).optional(),
});

const EVENTS = [
  'accepted_invitation',
  'reply',
  'auto_reply',
  'refused',
  'unsubscribe',
  'unsubscribed',
  'bounce',
  'bounced',
  'company_reply',
  'approve',
  'reject',
  'pause',
  'resume',
  'stop',
] as const;

const happening = z.union([
  z.enum(EVENTS),
  z.strictObject({ reply: describe(text(), 'What the lead writes.', ['No thanks']) }),
  z.strictObject({ company_reply: describe(text(), 'What a colleague writes.', ['Talk to me instead']) }),
  z.strictObject({
    label: describe(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), 'What your own people label the answer.', [
      'interested',
    ]),
  }),
  z.strictObject({
    auto_reply: describe(
      z.strictObject({ back: describe(text(), 'The day the lead is back.', ['2026-03-16']).optional() }),
      'An automatic reply.',
      [{ back: '2026-03-16' }],
    ),
  }),
]);

const EVENT_SNIPPETS = [
  { label: 'after', description: 'Something happens after a step', bodyText: 'after invite + 2 days: reply' },
];

const event = z
  .record(
    z.string().regex(MOMENT),
    describe(happening, 'What happens then: one word, or one word with its content.', [
      'reply',
      { reply: 'No thanks' },
    ]),
  )
  .meta({ minProperties: 1, maxProperties: 1, title: 'An event', defaultSnippets: EVENT_SNIPPETS });

const expectedForm = z.strictObject({
  at: describe(text(), 'When: a time, a day, or a range, in the zone of the lead.', [
    '2026-03-03 09:00..',
    '2026-03-03',
    '09:00..12:00',
  ]).optional(),
  text: describe(text(), 'The very text.', ['Thank you, Ada.']).optional(),
  contains: describe(oneOrMore(text()), 'What the text contains, one or a list.', ['Hi Ada']).optional(),
  subject: describe(text(), 'The very subject.', ['A role for you']).optional(),
  sender: describe(text(), 'The account it is sent from.', ['acc_anna']).optional(),
  result: describe(text(), 'What the step came to; `done` when left out.', ['impossible']).optional(),
});

const endForm = z.strictObject({
  end: describe(z.union([text(), z.null()]), 'The outcome; `completed` where no `end` of the sequence names one.', [
    'replied',
  ]),
});

/** Matches a step's name but not `end`: the keys beside a step say more of it, and what follows `end` is the outcome. */
const STEP_BUT_END = /^(?!\s*end\s*$)\s*[\w/-]+\s*(?:#\s*[1-9]\d{0,3})?\s*$/;

const expected = z
  .union([
    z.string().regex(STEP),
    endForm,
    z
      .record(
        z.string().regex(STEP_BUT_END),
        describe(
          z.union([expectedForm, z.string(), z.null()]),
          'What is known of the step: its result, or more of it.',
          [{ at: '2026-03-03 09:00..' }, 'impossible'],
        ),
      )
      .meta({ minProperties: 1, maxProperties: 1 }),
  ])
  .meta({ title: 'An expected step' });

const testForm = z.strictObject({
  name: describe(text(), 'A sentence that says what holds; unique in its file.', [
    'refuses politely, gets no second message',
  ]),
  ...shared(),
  events: describe(z.array(event), 'What the person, the network and your own people do, each at its moment.', [
    [{ 'after invite + 2 days': 'accepted_invitation' }, { 'after message + 1 hour': { reply: 'No thanks' } }],
  ]).optional(),
  expect: describe(z.array(expected).min(1), 'The steps that are done, in their order; the last item is the `end`.', [
    ['visit', { invite: { at: '2026-03-03 09:00..' } }, { end: 'replied' }],
  ]),
});

/** A file of tests as it is written. */
export const testFileForm = z.strictObject({
  sequence: describe(sequenceName(), 'The name of the sequence that is tested; its file is in the same folder.', [
    'backend-engineers',
  ]),
  ...shared(),
  tests: describe(z.array(testForm).min(1), 'The tests, each by itself, in virtual time.', [
    [{ name: 'is left in peace', expect: ['visit', { end: 'no_answer' }] }],
  ]),
});
