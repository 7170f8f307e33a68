import { z } from 'zod';
import { wholeNumber, word } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { campaignResults, resultPerson, stepResult } from '../records/results.ts';

/** `week`, `sender`, a field of the lead, or a variable. */
const by = z
  .string()
  .regex(/^(week|sender|company|country|location|timezone|headline|vars\.[A-Za-z_][\w-]{0,99})$/, {
    error: 'is week, sender, company, country, location, timezone, headline or vars.<name>',
  })
  .default('week')
  .describe(
    'By the week of the first contact (its Monday, UTC), the account of it, a field of the lead, or a variable such as `vars.company_size`.',
  );
const grouping = {
  by,
  window_days: wholeNumber(1, 90).default(14).describe('A person is judged so many days after the first contact.'),
};
const yesOrNo = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

/** Each number of the results is the count of those who fit one such filter. */
const people = {
  step: word.optional().describe('`reached` of a step, by its name in the funnel.'),
  result: stepResult.optional().describe('With `step`: `done`, `in_doubt`, `refused` or `not_done` of it.'),
  standing: word.optional().describe('`standing` of this step.'),
  answered: word.optional().describe('`answered` of this step.'),
  contacted: yesOrNo,
  accepted: yesOrNo.describe('With `step` and `result=done` of an invitation: its `accepted`.'),
  replied: yesOrNo,
  positive: yesOrNo.describe('Who replied and whose answer has a label that is positive.'),
  label: word.optional().describe('Of their answer; `none`: without one.'),
  judged: yesOrNo.describe('`judged` of the reply rate.'),
  outcome: word.optional(),
  split: word.optional().describe('With `arm`: a split of the present version, as the experiments name it.'),
  arm: word
    .optional()
    .describe(
      'With `split`: who took this arm of it. `contacted`, `accepted`, `replied` and `positive` count from then on, as in `GET /api/sequences/{name}/experiments`.',
    ),
  group: z.string().max(1000).optional().describe('One of the groups; empty: those who have no value.'),
};

export const RESULT_OPERATIONS = operations({
  getCampaignResults: {
    method: 'GET',
    path: '/api/campaigns/{id}/results',
    tag: 'campaigns',
    scope: 'read',
    summary: 'What a campaign has brought: the funnel, the groups, the reply rate, the cost, the times',
    description:
      'All from the ledger, of one moment. Every number of people can be opened with the filters of `…/results/people`.',
    query: z.strictObject(grouping),
    answers: { 200: campaignResults },
    problems: { 404: ['unknown_campaign'] },
    example: { params: { id: 'cmp_1' }, query: { by: 'vars.company_size' } },
  },
  listResultPeople: {
    method: 'GET',
    path: '/api/campaigns/{id}/results/people',
    tag: 'campaigns',
    scope: 'read',
    summary: 'The people behind a number of the results',
    query: listQuery(resultPerson, ['entered_at', '-entered_at']).extend({ ...grouping, ...people }),
    answers: { 200: listOf(resultPerson) },
    problems: { 404: ['unknown_campaign'] },
    example: { params: { id: 'cmp_1' }, query: { step: '2-invite', result: 'done' } },
  },
  getCampaignResultsFile: {
    method: 'GET',
    path: '/api/campaigns/{id}/results.csv',
    tag: 'campaigns',
    scope: 'read',
    summary: 'The same people as a file, each with every step and its time',
    query: z.strictObject({ ...grouping, ...people }),
    answers: { 200: null },
    other_types: ['text/csv'],
    problems: { 404: ['unknown_campaign'] },
    example: { params: { id: 'cmp_1' } },
  },
});
