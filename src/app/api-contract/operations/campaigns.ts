import { z } from 'zod';
import { RATINGS } from '../../../v2/contract/records/recruiter.ts';
import { controlOperation } from '../control-operation.ts';
import { count, countryCode, DRY_RUN, dryRun, flag, id, sendersByChannel, wholeNumber, word } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { REFUSALS } from '../problem.ts';
import {
  campaign,
  campaignCalendar,
  campaignForecast,
  campaignLook,
  campaignPreview,
  campaignRow,
  campaignWithForecast,
} from '../records/campaign.ts';
import { controlledCampaign, pausePreview } from '../records/control.ts';

const name = z.string().trim().min(1).max(200);
const weight = z.int().min(1).max(100);
const follow = z.enum(['daily']);
const LATER = 'Who comes later enters too: it is looked at again so often.';

const UPDATES =
  'What the list says of people who are in the sequence already replaces what is known of them, from their next step on; where a step would fail for it, the row says why.';
const update = z.boolean().optional().describe(UPDATES);

const senders = sendersByChannel.describe(
  'Accounts to send from, in place of those that the sequence names; each person keeps one of them.',
);

const OF_NUMBERS = 'Where numbers without a country code are dialed, of people who have no country: `FR`.';

/** Exactly one of them; `mapping` goes with `csv`. The filters of a search are those of `profiles/search_people`. */
const source = z.strictObject({
  candidates: z
    .strictObject({
      account_id: z.string().min(1),
      job_id: z.union([z.string().min(1), z.int().positive()]),
      ratings: z.array(z.enum(RATINGS)).min(1).optional(),
      include_rejected: z.boolean().optional(),
      follow: follow.optional().describe(LATER),
    })
    .optional()
    .describe('Who applied for a job.'),
  search: z
    .looseObject({
      account_id: z.string().min(1),
      count: z.int().min(1).max(1000),
      follow: follow.optional().describe(LATER),
    })
    .optional()
    .describe('A people search, with its filters.'),
  csv: z.string().min(1).optional().describe('CSV with a header.'),
  mapping: z
    .record(z.string(), z.string())
    .optional()
    .describe('From the header of a column to a field of a lead, `vars.<name>`, `do_not_contact`, or `ignore`.'),
  leads: z.array(z.unknown()).min(1).optional(),
  country: countryCode.optional().describe(`With csv or leads. ${OF_NUMBERS}`),
});

/** With a file as the body, what is said of it stands in the address. */
const upload = {
  name: name.optional().describe('With a file as the body.'),
  sequence: z.string().min(1).optional().describe('With a file as the body.'),
  weight: z.string().max(10).optional().describe('With a file as the body: 1 to 100.'),
  mapping: z.string().max(100_000).optional().describe('With a file as the body: a JSON object.'),
  senders: z
    .string()
    .max(10_000)
    .optional()
    .describe('With a file as the body: the accounts to send from as a JSON object, `{"email": ["acc_1"]}`.'),
  country: countryCode.optional().describe(`With a file as the body. ${OF_NUMBERS}`),
  update: flag.optional().describe(`With a file as the body. ${UPDATES}`),
  encoding: z
    .string()
    .max(40)
    .optional()
    .describe('With a file as the body: its encoding, such as windows-1252. Absent: what it is found to be.'),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe('`csv`, with a file as the body and `dry_run`: all rows that would not be enrolled, as a file.'),
};

const UNREADABLE = [
  ...[
    'empty_file',
    'invalid_csv',
    'invalid_encoding',
    'unknown_encoding',
    'duplicate_column',
    'unknown_column',
    'too_many_columns',
  ],
  ...['invalid_mapping', 'no_header', 'no_name_column', 'source_refused'],
];

const controls = <const Path extends `/${string}`>(path: Path, summary: string) =>
  controlOperation(path, summary, {
    accounts: 'own',
    answers: { 200: z.union([controlledCampaign, pausePreview]) },
    problems: { 404: ['unknown_campaign'], 409: ['stopped'] },
    example: { params: { id: 'cmp_1' }, body: { note: 'the job is closed' } },
  });

export const CAMPAIGN_OPERATIONS = operations({
  createCampaign: {
    method: 'POST',
    path: '/api/campaigns',
    tag: 'campaigns',
    scope: 'write',
    accounts: 'own',
    summary: "Start a campaign from a job's candidates, a people search, CSV or leads",
    query: z.strictObject({ ...DRY_RUN, ...upload }),
    body: z.strictObject({ name, sequence: z.string().min(1), weight: weight.default(1), update, senders, source }),
    file: {
      types: ['text/csv'],
      description: 'The people as CSV, with a header; name and sequence stand in the address.',
      example: 'first_name,profile_url\nAda,https://professional.example/in/ada-lovelace\n',
    },
    answers: { 200: z.union([campaign, campaignPreview]), 201: campaign },
    other_types: ['text/csv'],
    problems: { 409: REFUSALS[409], 422: [...REFUSALS[422], ...UNREADABLE] },
    example: {
      body: {
        name: 'March',
        sequence: 'hello',
        source: { leads: [{ profile_url: 'https://professional.example/in/ada' }] },
      },
    },
  },
  listCampaigns: {
    method: 'GET',
    path: '/api/campaigns',
    tag: 'campaigns',
    scope: 'read',
    accounts: 'own',
    summary: 'Campaigns, newest first',
    query: listQuery(campaign, ['-created_at', 'created_at', 'name', '-name']).extend({
      status: campaign.shape.status.optional().describe('As it is shown: `paused` by whoever pauses it.'),
      sequence: word.optional().describe('Only those of this sequence.'),
      account_id: id.optional().describe('Its people are contacted from this account, or would be.'),
      q: word.optional().describe('Part of its name, in whichever case.'),
    }),
    answers: { 200: listOf(campaign) },
  },
  getCampaign: {
    method: 'GET',
    path: '/api/campaigns/{id}',
    tag: 'campaigns',
    scope: 'read',
    accounts: 'own',
    summary: 'A campaign with where its people are, what was done, and who was not enrolled',
    query: z.strictObject({ forecast: flag.describe('Say too when it comes to its end.') }),
    answers: { 200: campaignWithForecast },
    problems: { 404: ['unknown_campaign'] },
  },
  forecastCampaign: {
    method: 'GET',
    path: '/api/campaigns/{id}/forecast',
    tag: 'campaigns',
    scope: 'read',
    slow: true,
    summary:
      'When a campaign ends, what holds it up, and what one more account or ten more invitations a day would bring',
    answers: { 200: campaignForecast },
    problems: { 404: ['unknown_campaign'], 409: ['too_many'] },
  },
  getCampaignCalendar: {
    method: 'GET',
    path: '/api/campaigns/{id}/calendar',
    tag: 'campaigns',
    scope: 'read',
    summary: 'What is booked for a campaign, and what has gone out, by the day, the account and the limit',
    description:
      'What an account still has room for, and what others have booked there: `GET /api/accounts/{id}/capacity`.',
    query: z.strictObject({ days: wholeNumber(1, 366).default(14) }),
    answers: { 200: campaignCalendar },
    problems: { 404: ['unknown_campaign'] },
  },
  changeCampaign: {
    method: 'PATCH',
    path: '/api/campaigns/{id}',
    tag: 'campaigns',
    scope: 'write',
    accounts: 'own',
    summary: 'Rename a campaign, weigh it otherwise, or follow its source from now on or no longer',
    query: dryRun,
    body: z.strictObject({
      name: name.optional(),
      weight: weight.optional(),
      follow: follow.nullable().optional().describe('How often its source is looked at again; null: no longer.'),
    }),
    answers: { 200: campaign },
    problems: { 404: ['unknown_campaign'], 409: ['stopped'], 422: ['not_followable'] },
    example: { params: { id: 'cmp_1' }, body: { weight: 2 } },
  },
  retryCampaign: {
    method: 'POST',
    path: '/api/campaigns/{id}/retry',
    tag: 'campaigns',
    scope: 'write',
    accounts: 'own',
    summary: 'Try the rows again that were refused, or the source that could not be read',
    query: dryRun,
    answers: { 200: campaign.extend({ retried: count.describe('Rows that are tried again.') }) },
    problems: { 404: ['unknown_campaign'], 409: ['stopped'] },
    example: { params: { id: 'cmp_1' } },
  },
  listCampaignRows: {
    method: 'GET',
    path: '/api/campaigns/{id}/rows',
    tag: 'campaigns',
    scope: 'read',
    accounts: 'own',
    summary: "What became of each row of a campaign's source: as a list, or all of it as a file",
    query: listQuery(campaignRow, ['row', '-row']).extend({
      status: campaignRow.shape.status.optional(),
      code: z.string().min(1).max(100).optional(),
      format: z.enum(['json', 'csv']).default('json'),
    }),
    answers: { 200: listOf(campaignRow) },
    other_types: ['text/csv'],
    problems: { 404: ['unknown_campaign'] },
  },
  listCampaignLooks: {
    method: 'GET',
    path: '/api/campaigns/{id}/looks',
    tag: 'campaigns',
    scope: 'read',
    summary: "Each look at a campaign's source, newest first: whom it showed, who of them was new, and what it cost",
    query: listQuery(campaignLook, ['-number', 'number']),
    answers: { 200: listOf(campaignLook) },
    problems: { 404: ['unknown_campaign'] },
  },
  pauseCampaign: controls('/api/campaigns/{id}/pause', 'Pause a campaign'),
  resumeCampaign: controls('/api/campaigns/{id}/resume', 'Resume a campaign'),
  stopCampaign: controls('/api/campaigns/{id}/stop', 'Stop a campaign, for good'),
});
