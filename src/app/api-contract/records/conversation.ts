import { z } from 'zod';
import { count, id, text, time } from '../fields.ts';
import { answer } from './answer.ts';
import { lead, listedLead } from './enrollment.ts';
import { stepTitle } from './step-title.ts';

export const side = z.enum(['them', 'us']);
export const channel = z.enum(['message', 'inmail', 'email', 'messenger', 'invitation']);
export const conversationState = z.enum(['open', 'snoozed', 'done']);

const waiting = z
  .object({ for: side, since: time })
  .describe('Whose turn it is, and since which message of the other side.');

/** A message of one side to the other. */
export const conversationMessage = z
  .object({
    id: text,
    account_id: id,
    at: time,
    by: side,
    channel,
    subject: text.nullable(),
    text: text.describe('What its author wrote.'),
    quoted: text.describe('The whole text, where it quotes what it answers; else empty.'),
    automatic: z.boolean().describe('A machine answered for them.'),
    unclear: z
      .object({ task_id: id, text, signs: z.array(z.object({ sign: text, seen: text })) })
      .nullable()
      .describe(
        'Nobody knows what it means: the task that asks, and what speaks for a machine, or against one. Nothing is sent to them until it is decided.',
      ),
    step: z
      .object({ enrollment_id: id, sequence: text, campaign_id: id.nullable(), node: text, title: stepTitle })
      .nullable()
      .describe('Of ours: the step that sent it.'),
    author: text.nullable().describe('Of ours: the person of ours who wrote it.'),
  })
  .meta({ id: 'ConversationMessage' });

/** As a part of the person. */
export const conversationOfPerson = z
  .object({
    account_id: id,
    messages: count,
    last_message: z.object({ at: time, by: side, text }),
    waiting: waiting.nullable(),
  })
  .meta({ id: 'ConversationOfPerson' });

/** An item of the inbox. */
const conversation = z
  .object({
    id,
    lead_id: id,
    lead,
    account_id: id,
    channels: z.array(channel).describe('On which they and we have written.'),
    campaign_ids: z.array(id).describe('The campaigns whose steps have written to the person.'),
    state: conversationState.describe(
      'A conversation in which only we have written begins as `done`. A new message of the person opens what is done or snoozed.',
    ),
    snoozed_until: time.nullable(),
    unread: count.describe('Messages of the person that nobody has read yet.'),
    assignee: text.nullable(),
    label: text.nullable(),
    labeled_at: time.nullable().describe('When the label was given.'),
    label_until: time
      .nullable()
      .describe('Until when the label holds: when somebody is back, or wants to be asked again.'),
    enters: text.nullable().describe('The sequence that the person enters then.'),
    suggested_label: text
      .nullable()
      .describe(
        'By the words of their last message alone, while it has no label; it counts nowhere until it is given.',
      ),
    messages: count,
    last_message: z.object({
      id: text,
      at: time,
      by: side,
      channel,
      subject: text.nullable(),
      text: text.describe('What its author wrote: the first 500 characters.'),
      automatic: z.boolean(),
    }),
    waiting: waiting.nullable().describe('Null: only machines have answered, and nobody waits for anybody.'),
    created_at: time.describe('Of the first message.'),
  })
  .meta({ id: 'Conversation' });

/** As the inbox has it. */
export const listedConversation = conversation.extend({ lead: listedLead }).meta({ id: 'ListedConversation' });

/** A note that people of ours write to each other about it. */
export const conversationNote = z
  .object({ id, text, author: text.nullable().describe('Null: the engine.'), created_at: time })
  .meta({ id: 'ConversationNote' });

export const conversationWithMessages = conversation
  .extend({
    history: z
      .array(conversationMessage)
      .describe('What both sides wrote on every channel, oldest first: the newest 200.'),
    earlier: count.describe('Messages before those.'),
    answers: z
      .array(answer)
      .describe(
        'What people of ours have written that has not gone out, and what did not go, oldest first: the newest 50.',
      ),
    notes: z.array(conversationNote).describe('Oldest first; the person never sees them.'),
  })
  .meta({ id: 'ConversationWithMessages' });

/** After something was done with it. */
export const handledConversation = conversation
  .extend({ dry_run: z.boolean().optional() })
  .meta({ id: 'HandledConversation' });

export const labelEffect = z
  .enum(['continue', 'stop', 'suppress'])
  .describe("`stop`: the person's sequences end. `suppress`: and the person is put on the do-not-contact list.");

export const label = z
  .object({
    name: text,
    title: text,
    effect: labelEffect,
    dated: z
      .boolean()
      .describe(
        'It is given with a date: then the conversation is back in the inbox, or the person enters `sequence`.',
      ),
    sequence: text.nullable(),
    positive: z
      .boolean()
      .describe('Who has replied and has it counts as a positive reply, in experiments and results.'),
    built_in: z.boolean(),
    created_at: time,
  })
  .meta({ id: 'Label' });
