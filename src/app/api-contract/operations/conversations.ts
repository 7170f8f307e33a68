import { z } from 'zod';
import { count, dryRun, id, timeWithOffset, word } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import {
  channel,
  conversationNote,
  conversationState,
  conversationWithMessages,
  handledConversation,
  label,
  labelEffect,
  listedConversation,
  side,
} from '../records/conversation.ts';

const yesOrNo = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

/** Filters by which conversations are looked for. */
const conversationFilter = {
  state: conversationState.optional(),
  unread: yesOrNo,
  channel: channel.optional().describe('They or we have written on it.'),
  account_id: word.optional(),
  campaign_id: word.optional().describe('A step of it has written to the person.'),
  lead_id: word.optional(),
  label: word.optional().describe('`none`: without one.'),
  assignee: word.optional().describe('`none`: of nobody.'),
  waiting_for: side.optional().describe('`us`: the person has written last.'),
  q: z
    .string()
    .max(500)
    .optional()
    .describe("Words of either side, of the person's name, company or address, each from its beginning; all of them."),
};

const until = z
  .union([timeWithOffset, z.string().regex(/^\s*(?:\d{1,9}(?:\.\d{1,3})?\s*[a-z]+\s*){1,4}$/)], {
    error: 'is neither a time with its offset, such as 2026-03-02T09:00:00+01:00, nor a duration, such as 3 days or 2h',
  })
  .describe('Virtual time: an instant, or how long from now.');

/** A person of ours. */
const user = word.nullable().describe('The id of a user, or any name where there are no users. Null: nobody.');

const seen = z.strictObject({
  last_seen: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'The last message that you have seen: what came after it stays unread, and is answered with `answered_meanwhile` by `done`.',
    ),
});

/** Something that is done with one conversation. `about`: its body, problems and example. */
const handles = <
  const Path extends `/${string}`,
  const About extends {
    readonly body: z.ZodType;
    readonly body_optional?: true;
    readonly problems?: object;
    readonly example: object;
  },
>(
  path: Path,
  summary: string,
  about: About,
) =>
  ({
    method: 'POST',
    path,
    tag: 'conversations',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary,
    query: dryRun,
    answers: { 200: handledConversation },
    problems: { 404: ['unknown_conversation'] },
    ...about,
  }) as const;

const nothing = { body: z.strictObject({}), body_optional: true, example: { params: { id: 'cnv_1' } } } as const;

const labelName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'has up to 40 small letters, digits and underscores, a letter first')
  .refine((name) => name !== 'none', { error: 'none means that there is no label' });
const title = z.string().trim().min(1).max(100);
const sequence = word
  .nullable()
  .describe('The sequence that the person enters on the date. Null: the conversation is back in the inbox then.');

const positive = z
  .boolean()
  .describe('Who has replied and has it counts as a positive reply, in experiments and results.');

export const CONVERSATION_OPERATIONS = operations({
  listConversations: {
    method: 'GET',
    path: '/api/conversations',
    tag: 'conversations',
    scope: 'read',
    accounts: 'own',
    summary: 'The inbox: one item for each person and account of ours, the newest message first',
    description:
      'Whoever writes moves to the front, so a list that is read page by page meanwhile shows them there; in the order of `created_at` all stay where they are. The variables of the people come with `fields` that name `lead`.',
    query: listQuery(listedConversation, ['-last_message_at', 'last_message_at', '-created_at', 'created_at']).extend(
      conversationFilter,
    ),
    answers: { 200: listOf(listedConversation) },
  },
  getConversation: {
    method: 'GET',
    path: '/api/conversations/{id}',
    tag: 'conversations',
    scope: 'read',
    accounts: 'own',
    summary: 'One conversation, with what both sides wrote on every channel',
    description:
      'Where its person was merged with another one, the conversation that goes on answers, under its own id.',
    answers: { 200: conversationWithMessages },
    problems: { 404: ['unknown_conversation'] },
  },
  markConversationRead: handles('/api/conversations/{id}/read', 'Mark a conversation as read', {
    body: seen,
    body_optional: true,
    example: { params: { id: 'cnv_1' }, body: {} },
  }),
  markConversationUnread: handles('/api/conversations/{id}/unread', 'Mark a conversation as unread', nothing),
  closeConversation: handles(
    '/api/conversations/{id}/done',
    'Nothing is left to be done; a new message of the person opens it again',
    {
      body: seen,
      body_optional: true,
      problems: { 404: ['unknown_conversation'], 409: ['answered_meanwhile'] },
      example: { params: { id: 'cnv_1' }, body: {} },
    },
  ),
  openConversation: handles('/api/conversations/{id}/open', 'Open a conversation again', nothing),
  snoozeConversation: handles('/api/conversations/{id}/snooze', 'Put a conversation off: it comes back by itself', {
    body: z.strictObject({ until }),
    problems: { 404: ['unknown_conversation'], 422: ['past_time', 'too_far'] },
    example: { params: { id: 'cnv_1' }, body: { until: '2030-03-02T09:00:00Z' } },
  }),
  assignConversation: handles('/api/conversations/{id}/assign', 'Say whose conversation it is', {
    body: z.strictObject({ user }),
    problems: { 404: ['unknown_conversation'], 422: ['unknown_user'] },
    example: { params: { id: 'cnv_1' }, body: { user: 'grace' } },
  }),
  labelConversation: handles('/api/conversations/{id}/label', 'Say what the person has answered', {
    body: z.strictObject({
      label: word.nullable().describe('Null: none. What a label has stopped or suppressed stays so.'),
      until: until.optional().describe('Of a label with a date.'),
    }),
    problems: {
      404: ['unknown_conversation'],
      422: ['unknown_label', 'date_needed', 'no_date', 'past_time', 'too_far'],
    },
    example: { params: { id: 'cnv_1' }, body: { label: 'interested' } },
  }),
  addConversationNote: {
    method: 'POST',
    path: '/api/conversations/{id}/note',
    tag: 'conversations',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: 'Note something for others of yours; the person never sees it',
    query: dryRun,
    body: z.strictObject({ text: z.string().trim().min(1).max(10_000) }),
    answers: { 201: conversationNote.extend({ dry_run: z.boolean().optional() }) },
    problems: { 404: ['unknown_conversation'] },
    example: { params: { id: 'cnv_1' }, body: { text: 'Met her at the fair.' } },
  },
  handleConversations: {
    method: 'POST',
    path: '/api/conversations/handle',
    tag: 'conversations',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: 'Do one thing with all conversations that fit a filter',
    description:
      'It is done in parts: ended by force it has been done with some of them, and asked again it is done with the others.',
    query: dryRun,
    body: z.strictObject({
      action: z.enum(['read', 'unread', 'done', 'open', 'snooze', 'assign', 'label']),
      filter: z
        .strictObject({
          ...conversationFilter,
          unread: z.boolean(),
          all: z.literal(true).describe('Every conversation: an empty filter is refused.'),
        })
        .partial(),
      until: until.optional(),
      user: user.optional(),
      label: word.nullable().optional(),
    }),
    answers: {
      200: z.object({
        dry_run: z.boolean().optional(),
        action: z.string(),
        matched: count,
        sample: z.array(id).optional().describe('With `dry_run`: some of them.'),
      }),
    },
    problems: {
      422: ['empty_filter', 'unknown_user', 'unknown_label', 'date_needed', 'no_date', 'past_time', 'too_far'],
    },
    example: { query: { dry_run: true }, body: { action: 'done', filter: { label: 'not_interested', state: 'open' } } },
  },
  listLabels: {
    method: 'GET',
    path: '/api/labels',
    tag: 'conversations',
    scope: 'read',
    accounts: 'shared',
    summary: 'What can be said of an answer, and what that does',
    query: listQuery(label, ['name', '-name']),
    answers: { 200: listOf(label) },
  },
  createLabel: {
    method: 'POST',
    path: '/api/labels',
    tag: 'conversations',
    scope: 'write',
    summary: 'A label of your own',
    query: dryRun,
    body: z.strictObject({
      name: labelName,
      title: title.optional().describe('Without it, made of the name.'),
      effect: labelEffect.default('continue'),
      dated: z.boolean().default(false),
      sequence: sequence.default(null),
      positive: positive.default(false),
    }),
    answers: { 201: label.extend({ dry_run: z.boolean().optional() }) },
    problems: { 409: ['label_exists'], 422: ['unknown_sequence', 'no_date'] },
    example: { body: { name: 'next_quarter', dated: true, effect: 'stop' } },
  },
  updateLabel: {
    method: 'PATCH',
    path: '/api/labels/{name}',
    tag: 'conversations',
    scope: 'write',
    summary: 'Change what a label does from now on',
    query: dryRun,
    body: z.strictObject({ title, effect: labelEffect, dated: z.boolean(), sequence, positive }).partial(),
    answers: { 200: label.extend({ dry_run: z.boolean().optional() }) },
    problems: { 404: ['unknown_label'], 422: ['unknown_sequence', 'no_date'] },
    example: { params: { name: 'not_interested' }, body: { effect: 'suppress' } },
  },
  deleteLabel: {
    method: 'DELETE',
    path: '/api/labels/{name}',
    tag: 'conversations',
    scope: 'write',
    summary: 'Delete a label that no conversation has',
    query: dryRun,
    answers: { 200: z.object({ name: z.string(), dry_run: z.boolean() }), 204: null },
    problems: { 404: ['unknown_label'], 409: ['built_in', 'label_used'] },
  },
});
