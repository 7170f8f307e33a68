import { z } from 'zod';
import { defineAction, READS, TOUCHES } from '../../definition.ts';
import { isGiven, stringOrArray, word } from '../../params.ts';

/**
 * Defines an action that changes mails in place. Nobody outside sees it, and doing it twice changes nothing more.
 * @unspecified params and answers of the whole file.
 */
const change = <Action extends string>(action: Action, summary: string) =>
  defineAction({
    category: 'messages',
    action,
    spec: 'messages: other actions',
    summary,
    channels: ['email'],
    /** `message_ids` beside a `conversation_id`: some mails of that thread. */
    params: z.object({ conversation_id: word().optional(), message_ids: stringOrArray().optional() }),
    /** The mails that were meant, also those that were so already. */
    data: z.looseObject({ updated: z.int() }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...TOUCHES,
    rules: (params) =>
      isGiven(params.conversation_id) || isGiven(params.message_ids)
        ? []
        : ['conversation_id: is required, or message_ids'],
  });

export const mailbox = {
  mark_as_read: change('mark_as_read', 'Marks mails as read'),
  mark_as_unread: change('mark_as_unread', 'Marks mails as unread'),
  archive: change('archive', 'Moves mails to the archive'),
  trash: change('trash', 'Moves mails to the trash'),
  list_labels: defineAction({
    category: 'messages',
    action: 'list_labels',
    spec: 'messages: other actions',
    summary: "The mailbox's labels or folders",
    channels: ['email'],
    params: z.object({}),
    data: z.looseObject({
      labels: z.array(z.looseObject({ id: z.string(), name: z.string(), unread: z.int() })),
    }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
  }),
} as const;
