import { z } from 'zod';
import { anyObject, id, text, time } from '../fields.ts';
import { channel, side } from './conversation.ts';

export const taskStatus = z.enum(['open', 'done', 'expired', 'withdrawn']);

/** A question to a person of yours, with all that is needed to answer it. */
export const task = z
  .object({
    id,
    enrollment_id: id.nullable().describe('Null: it is about an answer of a person of ours.'),
    answer_id: id.nullable(),
    node: text.describe('The step that asks; of a mail that is unclear, where the enrollment stood.'),
    kind: z.enum(['task', 'review', 'unknown_outcome', 'unclear_reply']),
    text,
    reason: text.describe('Why a person is asked.'),
    message: z
      .object({ subject: text.nullable(), text: text.nullable(), html: text.nullable() })
      .nullable()
      .describe(
        'The text that is asked about: what goes out when it is approved, of which nobody knows whether it went out, or what they wrote that is unclear. Null: it is about no text.',
      ),
    sender: z
      .object({ account_id: id, name: text, platform: text })
      .nullable()
      .describe('The account that sends it. Null: it is about nothing that is sent, or several accounts could.'),
    preview: anyObject.describe(
      'Of a review: the whole call as it will go out. Of an unclear reply: `subject`, `text` (the own words of its author) and `signs` (what speaks for a machine, and what was seen).',
    ),
    assignee: text.nullable(),
    status: taskStatus,
    decision: text.nullable(),
    note: text.nullable(),
    due_at: time.nullable(),
    created_at: time,
    decided_at: time.nullable(),
    lead: z
      .object({ id, first_name: text.nullable(), last_name: text.nullable(), company: text.nullable() })
      .nullable()
      .describe('Whom it is about.'),
    last_message: z
      .object({ conversation_id: id, at: time, by: side, channel, text })
      .nullable()
      .describe('What was written last between them and the accounts that it is sent from.'),
    comments: z
      .array(z.object({ at: time, author: text, text }))
      .describe('What people of yours say to each other about it.'),
  })
  .meta({ id: 'Task' });
