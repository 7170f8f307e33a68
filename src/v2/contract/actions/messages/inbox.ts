import { z } from 'zod';
import { defineAction, READS } from '../../definition.ts';
import { cursorListFields } from '../../envelope.ts';
import { BATCH } from '../../limits.ts';
import { count, cursor, stringOrArray, word } from '../../params.ts';
import { conversationItem, conversationMessageItem, emailConversation } from '../../records/conversation.ts';

export const INBOX_CATEGORIES = ['INBOX', 'UNREAD', 'MY_CONNECTIONS', 'INMAIL', 'STARRED'] as const;

export const inbox = {
  list_inbox: defineAction({
    category: 'messages',
    action: 'list_inbox',
    spec: 'messages / list_inbox',
    summary: 'Conversations, newest first',
    /** @unspecified that the messenger has an inbox. */
    channels: ['professional', 'messenger', 'email'],
    params: z.object({
      count: count(),
      category: z.enum(INBOX_CATEGORIES).default('INBOX'),
      cursor: cursor(),
      premium_nav: z.boolean().default(false),
      unread_only: z.boolean().default(false),
      /** @unspecified several mean what lies in any of them. */
      label_ids: stringOrArray().optional(),
    }),
    data: z.looseObject({ conversations: z.array(conversationItem), ...cursorListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'cursor', batch: BATCH.inbox },
    ...READS,
  }),
  get_conversation: defineAction({
    category: 'messages',
    action: 'get_conversation',
    spec: 'messages: other actions',
    summary: 'The messages of one conversation, newest first',
    channels: ['professional', 'messenger', 'email'],
    /** @unspecified params, answer and charge: it is a list. */
    params: z.object({
      conversation_id: word(),
      count: count(),
      cursor: cursor(),
      premium_nav: z.boolean().default(false),
    }),
    data: z.looseObject({ messages: z.array(conversationMessageItem), ...cursorListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'cursor', batch: BATCH.messages },
    ...READS,
  }),
  search: defineAction({
    category: 'messages',
    action: 'search',
    spec: 'messages / search (email)',
    summary: 'Emails that match a query',
    channels: ['email'],
    /**
     * @unspecified the syntax. Words and "phrases in quotes", all of which have to be in sender, recipients, subject or text;
     * `from:`, `to:`, `subject:`, `has:attachment`, `is:unread|read`, `before:` and `after:` (2030-01-31, UTC; the day of
     * `after` counts), `in:` or `label:` with an id of list_labels or `anywhere`, `rfc822msgid:`. `-` in front excludes. What
     * lies in the trash is found with `in:` alone.
     */
    params: z.object({ query: word(), count: count(), cursor: cursor() }),
    data: z.looseObject({ conversations: z.array(emailConversation), ...cursorListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'cursor', batch: BATCH.inbox },
    ...READS,
  }),
} as const;
