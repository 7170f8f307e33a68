import { z } from 'zod';
import { DRY_RUN, dryRun, flag, id, LARGEST_VERSION, note, sendersByChannel, wholeNumber } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { pauseChange, pausePreview } from '../records/control.ts';
import { experiments } from '../records/experiment.ts';
import { eachLeadField } from '../records/lead-fields.ts';
import {
  appliedChange,
  changePlan,
  graph,
  keeper,
  published,
  sequenceSummary,
  sequenceVersion,
  simulation,
  testRun,
  validated,
  versionSummary,
} from '../records/sequence.ts';

const yaml = {
  types: ['text/yaml', 'application/yaml', 'application/x-yaml', 'text/x-yaml', 'text/plain'],
  description: 'The sequence as it is written.',
  example: 'sequence: hello\nsteps:\n  - visit\n  - end: completed\n',
} as const;
const TESTS_EXAMPLE = `sequence: hello
lead: { profile_url: "https://professional.example/in/ada-lovelace" }
start: 2026-03-02 09:00
tests:
  - name: a visit, and no more
    expect: [visit, { end: completed }]
`;
/** The body of a client that speaks JSON only. */
const yamlInJson = z.strictObject({ text: z.string().describe('The YAML.') });
/** The question of a simulation, whatever it simulates. */
const simulated = z.strictObject({
  leads: z.int().min(1).max(10_000).default(100),
  days: z.int().min(1).max(365).default(90),
  seed: z.union([z.string().max(200), z.number()]).default(1),
  start: z.string().default('2026-01-05').describe('A day, as `2026-01-05`, or a local time.'),
  rates: z.record(z.string(), z.unknown()).default({}).describe('What people do, and how often.'),
  runs: z.int().min(1).max(50).default(1).describe('Draw people so often, and say where the numbers lie.'),
  what_if: z.boolean().default(false).describe('Say too what one more account would change.'),
  real_accounts: z
    .boolean()
    .default(false)
    .describe(
      'By the connected accounts that it would send from: their zones, tiers and limits, and what is booked on them already. It begins now, and `start` is not taken. Who waits for a slot and has none yet is not counted. Refused where a campaign is, because it could send from none.',
    ),
  senders: sendersByChannel.describe(
    'With `real_accounts`: accounts to send from, in place of those that the sequence names.',
  ),
  account_id: id
    .optional()
    .describe('With `real_accounts`: which sends where the sequence names none, as the account that reads its people.'),
});
/** With `real_accounts`. */
const NO_SENDERS = ['unknown_account', 'no_sender'] as const;
/** Parameters by which whoever publishes says how. */
const PUBLISHING = {
  kept_by: keeper
    .default('file')
    .describe('Who keeps it from then on: `file`, or `console`. Neither publishes over what the other keeps.'),
  take_over: flag.describe('Publish although the other one keeps it, and keep it from then on.'),
  based_on: wholeNumber(0, LARGEST_VERSION)
    .optional()
    .describe(
      'The version that the text started from, 0: none. `console` has to name it: nobody overwrites what another published meanwhile.',
    ),
};
const publishes = <Shape extends z.ZodRawShape>(more: Shape) =>
  z
    .strictObject({ ...DRY_RUN, ...PUBLISHING, ...more })
    .refine((given) => Object(given).kept_by !== 'console' || Object(given).based_on !== undefined, {
      ...{ path: ['based_on'], error: 'name the version that the text started from (0: none was published)' },
    });
const planName = z.string().min(1).max(100);
const noted = z.strictObject({ note: note.optional() });

export const SEQUENCE_OPERATIONS = operations({
  publishSequence: {
    method: 'POST',
    path: '/api/sequences',
    tag: 'sequences',
    scope: 'write',
    summary: 'Publish a sequence',
    description: 'The same text again is the same version. Who is inside stays in the version that they entered.',
    query: publishes({}),
    body: yamlInJson,
    file: yaml,
    answers: { 200: published, 201: published },
    problems: { 409: ['kept_elsewhere', 'published_meanwhile'], 422: ['invalid_sequence'] },
    example: { body: { text: yaml.example } },
  },
  validateSequence: {
    method: 'POST',
    path: '/api/sequences/validate',
    tag: 'sequences',
    scope: 'read',
    accounts: 'shared',
    only_asks: true,
    summary: 'What is wrong with a sequence, or could be better',
    body: yamlInJson,
    file: yaml,
    answers: { 200: validated },
    example: { body: { text: yaml.example } },
  },
  listSequences: {
    method: 'GET',
    path: '/api/sequences',
    tag: 'sequences',
    scope: 'read',
    accounts: 'shared',
    summary: 'The current version of every sequence',
    query: listQuery(sequenceSummary, ['name', '-name']),
    answers: { 200: listOf(sequenceSummary) },
  },
  getSequence: {
    method: 'GET',
    path: '/api/sequences/{name}',
    tag: 'sequences',
    scope: 'read',
    accounts: 'shared',
    summary: 'The current version, with its text and its plan',
    answers: { 200: sequenceVersion },
    problems: { 404: ['unknown_sequence'] },
  },
  listSequenceVersions: {
    method: 'GET',
    path: '/api/sequences/{name}/versions',
    tag: 'sequences',
    scope: 'read',
    accounts: 'shared',
    summary: 'All versions, newest first',
    query: listQuery(versionSummary, ['-version', 'version']),
    answers: { 200: listOf(versionSummary) },
    problems: { 404: ['unknown_sequence'] },
  },
  getSequenceVersion: {
    method: 'GET',
    path: '/api/sequences/{name}/versions/{version}',
    tag: 'sequences',
    scope: 'read',
    accounts: 'shared',
    summary: 'One version, with its text and its plan',
    answers: { 200: sequenceVersion },
    problems: { 404: ['unknown_version'] },
  },
  getSequenceGraph: {
    method: 'GET',
    path: '/api/sequences/{name}/graph',
    tag: 'sequences',
    scope: 'read',
    accounts: 'own',
    summary: 'A sequence as a diagram, with how many people stand at each step now',
    query: z.strictObject({
      version: wholeNumber(1, LARGEST_VERSION).optional(),
      format: z.enum(['json', 'svg', 'mermaid']).default('json'),
      counts: flag.default(true).describe('`false`: the sequence alone, without people.'),
    }),
    answers: { 200: graph },
    other_types: ['image/svg+xml', 'text/plain'],
    problems: { 404: ['unknown_sequence'] },
  },
  getExperiments: {
    method: 'GET',
    path: '/api/sequences/{name}/experiments',
    tag: 'sequences',
    scope: 'read',
    slow: true,
    summary: 'What the arms of its splits have brought, and whether they differ',
    description: 'It may be looked at at any time, and stopped at any time: the intervals hold for all looks together.',
    query: z.strictObject({
      window_days: wholeNumber(1, 90)
        .default(14)
        .describe(
          'A person is judged so many days after the first contact. Choose it once: another one is another question.',
        ),
      campaign_id: id.optional().describe('Only the people of this campaign.'),
      version: wholeNumber(1, LARGEST_VERSION)
        .optional()
        .describe('Of the splits as they are in this version of the sequence; the current one unless said.'),
      first: z
        .enum(['positive', 'replied', 'accepted'])
        .optional()
        .describe(
          'What the arms are compared by first; the comparison by it gets most of the chance to be wrong, so it finds most. What the split is optimized for, or positive replies, unless said. Choose it once.',
        ),
    }),
    answers: { 200: experiments },
    problems: { 404: ['unknown_sequence', 'unknown_campaign', 'unknown_version'] },
    example: { params: { name: 'hello' } },
  },
  simulateSequence: {
    method: 'POST',
    path: '/api/sequences/{name}/simulate',
    tag: 'sequences',
    scope: 'read',
    accounts: 'own',
    only_asks: true,
    slow: true,
    summary: 'What a sequence will do: the engine and the calendar in virtual time',
    description: 'The same answer as `overture simulate --json` gives for its text; the same seed draws the same.',
    body: simulated,
    body_optional: true,
    answers: { 200: simulation },
    problems: { 404: ['unknown_sequence'], 422: NO_SENDERS },
    example: { params: { name: 'hello' }, body: { leads: 20, days: 14, seed: 1 } },
  },
  simulateText: {
    method: 'POST',
    path: '/api/sequences/simulate',
    tag: 'sequences',
    scope: 'read',
    accounts: 'own',
    only_asks: true,
    slow: true,
    summary: 'What a text will do that nobody has published',
    description:
      'As `POST /api/sequences/{name}/simulate` for a version; sequences that it continues in are the published ones.',
    body: simulated.extend(yamlInJson.shape),
    answers: { 200: simulation },
    problems: { 422: ['invalid_sequence', ...NO_SENDERS] },
    example: { body: { text: yaml.example, leads: 20, days: 14 } },
  },
  testSequence: {
    method: 'POST',
    path: '/api/sequences/test',
    tag: 'sequences',
    scope: 'read',
    accounts: 'shared',
    only_asks: true,
    slow: true,
    summary: 'Run the tests of a sequence, in virtual time',
    description: 'The same answer as `overture test --json` gives.',
    body: z.strictObject({
      tests: z.string().describe('The YAML of the tests, which name their sequence.'),
      text: z.string().optional().describe('The YAML of the sequence. Without it: the published version of that name.'),
    }),
    answers: { 200: testRun },
    problems: { 422: ['invalid_sequence'] },
    example: { body: { text: yaml.example, tests: TESTS_EXAMPLE } },
  },
  planSequence: {
    method: 'POST',
    path: '/api/sequences/{name}/plan',
    tag: 'sequences',
    scope: 'write',
    only_asks: true,
    summary: 'What publishing this text would change: the steps, the people inside, the calendars',
    query: publishes({ move: flag.describe('Move the people inside to the new version.') }),
    body: yamlInJson,
    file: yaml,
    answers: { 200: changePlan },
    problems: { 409: ['kept_elsewhere', 'published_meanwhile'], 422: ['invalid_sequence', 'other_sequence'] },
    example: { params: { name: 'hello' }, body: { text: yaml.example } },
  },
  applySequence: {
    method: 'POST',
    path: '/api/sequences/{name}/apply',
    tag: 'sequences',
    scope: 'write',
    summary: 'Do exactly what a plan showed, or nothing',
    description: '202: it is published, and people are still being moved; the same request again says how far it is.',
    query: dryRun,
    body: z.union([z.strictObject({ plan_id: planName }), z.strictObject({ hash: planName })], {
      error: 'name the plan: {"plan_id": "…"} or {"hash": "…"}',
    }),
    answers: { 200: appliedChange, 202: appliedChange },
    problems: { 404: ['unknown_plan'], 409: ['stale_plan'] },
    example: { params: { name: 'hello' }, body: { plan_id: 'chg_1' } },
  },
  rollBackSequence: {
    method: 'POST',
    path: '/api/sequences/{name}/rollback',
    tag: 'sequences',
    scope: 'write',
    summary: 'Make the version before the present one current again',
    query: dryRun,
    body: z.strictObject({
      hash: planName
        .optional()
        .describe('Of the dry run that was shown: just that is done, or nothing. Who has ended since does not matter.'),
    }),
    body_optional: true,
    answers: { 200: z.union([changePlan, appliedChange]), 202: appliedChange },
    problems: { 404: ['unknown_sequence', 'unknown_plan'], 409: ['nothing_before', 'stale_plan'] },
    example: { params: { name: 'hello' }, query: { dry_run: true }, body: {} },
  },
  pauseSequence: {
    method: 'POST',
    path: '/api/sequences/{name}/pause',
    tag: 'control',
    scope: 'write',
    summary: 'Pause everybody in a sequence',
    query: dryRun,
    body: noted,
    body_optional: true,
    answers: { 200: z.union([pauseChange, pausePreview]) },
    problems: { 404: ['unknown_sequence'], 409: ['stopped'] },
    example: { params: { name: 'hello' }, body: { note: 'the text is being reworded' } },
  },
  resumeSequence: {
    method: 'POST',
    path: '/api/sequences/{name}/resume',
    tag: 'control',
    scope: 'write',
    summary: 'Resume everybody in a sequence',
    query: dryRun,
    body: noted,
    body_optional: true,
    answers: { 200: z.union([pauseChange, pausePreview]) },
    problems: { 404: ['unknown_sequence'], 409: ['stopped'] },
    example: { params: { name: 'hello' }, body: {} },
  },
  sendTest: {
    method: 'POST',
    path: '/api/sequences/{name}/send-test',
    tag: 'sequences',
    scope: 'send',
    summary: 'Send a text of a sequence to your own mailbox, as a person would get it',
    description:
      'It goes to the address of the account that sends it and to no other: neither to the person for whom it is rendered, nor to whom the step names as `to`, `cc` or `bcc`.',
    query: dryRun,
    body: z.strictObject({
      node: planName.describe('The step whose text it is.'),
      version: z.int().min(1).max(LARGEST_VERSION).optional().describe('Without it, the current one.'),
      account_id: id.optional().describe('The mailbox; not needed where there is only one.'),
      lead_id: id.optional().describe('The person for whom it is rendered.'),
      lead: z
        .strictObject(eachLeadField(z.string().max(2000).optional()))
        .optional()
        .describe('Fields of a person, over those of `lead_id`.'),
      vars: z.record(z.string(), z.unknown()).optional(),
    }),
    answers: {
      200: z.object({
        sequence: z.string(),
        version: z.int(),
        node: z.string(),
        account_id: id,
        to: z.string().describe("The account's own address."),
        subject: z.string(),
        text: z.string().nullable(),
        html: z.string().nullable(),
        sent: z.boolean(),
      }),
    },
    problems: {
      404: ['unknown_sequence', 'unknown_person'],
      409: ['no_mailbox', 'several_mailboxes', 'address_of_a_lead'],
      422: ['no_text', 'missing_variable'],
      502: ['not_sent'],
      503: ['not_sent'],
    },
    example: { params: { name: 'hello' }, body: { node: 'first-mail', lead: { first_name: 'Ada' } } },
  },
});
