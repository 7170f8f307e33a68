import { z } from 'zod';
import type { MessageNode } from '../../plan/nodes/message.ts';
import { readChoice, readFlag, readKeys } from '../check/check-context.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import { media, text } from '../schema/values.ts';
import { readTemplate, readTemplateValue, reportNeither } from './read-body.ts';
import { readMedia } from './read-media.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

const TEXT = 'Thank you, {{ first_name }}. Could I tell you more?';

const messageForm = z.strictObject({
  text: describe(text(), 'What the message says; a template. Only a file on the messenger channel goes without.', [
    TEXT,
  ]).optional(),
  channel: describe(
    z.enum(['professional', 'messenger']),
    'Where it goes: `professional` (default) reaches connections, `messenger` needs a phone number.',
    ['messenger'],
  ).optional(),
  media: media().optional(),
  quote: describe(z.boolean(), "`true`: quotes the lead's last message, where there is one.", [true]).optional(),
});

const form: StepForm = {
  word: 'message',
  title: 'Send a message',
  description: 'Sends a message. To someone who is not connected it cannot be sent: then `else` is taken.',
  examples: [TEXT, { text: TEXT, channel: 'messenger' }],
  value: () => z.union([messageForm.meta({ anyOf: [{ required: ['text'] }, MEDIA_ALONE] }), text()]),
  done: 'when the message was sent',
  otherwise: 'when the lead is not connected',
  reviewable: true,
  snippet: 'message: "<Hi {{ first_name }}>"',
};

/** The professional channel takes no file without a text. */
const MEDIA_ALONE = { required: ['media', 'channel'], properties: { channel: { const: 'messenger' } } };

const EXAMPLE = '- message: "Hi {{ first_name }}"';

export const messageStep: StepDescriptor<MessageNode> = {
  form,
  below: keysOf(messageForm),
  example: EXAMPLE,
  takes_text: true,
  carries_condition: true,
  build: performed,
  // Nobody has to bring a number that `enrich: contact` may find: without one the step takes its `else`.
  needs: ({ channel, else: otherwise }) =>
    channel === 'professional' ? ['profile_url'] : otherwise === undefined ? ['phone_number'] : [],
  achieves: ({ channel }) => (channel === 'professional' ? { connected: true } : {}),
  reached_as: ({ channel }) => (channel === 'professional' ? 'message' : null),
  check(input) {
    const { context, value, place } = input;
    if (value.kind === 'text') {
      const checked = readTemplateValue(input, value, 'a message', `\`${EXAMPLE}\``);
      return (
        checked && { body: { kind: 'message', channel: 'professional', text: checked.text }, reads: checked.reads }
      );
    }
    if (value.kind !== 'map') return reportNeither(input, 'a message is a text', EXAMPLE);
    const entries = readKeys(context, value, { of: '`message`', known: keysOf(messageForm) });
    const given = entries.get('channel');
    const channel = given
      ? readChoice(context, given.value, { of: 'channel', values: ['professional', 'messenger'] })
      : 'professional';
    const quotes = entries.get('quote');
    const quote = quotes ? readFlag(context, quotes.value, '`quote`') : false;
    const media = readMedia(input, entries.get('media')?.value);
    const text = readTemplate(input, entries, 'text', 'the text of a message');
    // The professional channel takes no file without a text.
    if (text === undefined && (media === undefined || channel === 'professional')) {
      context.report('SEQ008', place, 'the message has no `text`', `Write \`${EXAMPLE}\`.`);
      return null;
    }
    if (channel === null || quote === null || media === null || text === null) return null;
    return {
      body: {
        kind: 'message',
        channel,
        ...(text ? { text: text.text } : {}),
        ...(media ? { media: media.media } : {}),
        ...(quote ? { quote: true } : {}),
      },
      reads: [...(text?.reads ?? []), ...(media?.reads ?? [])],
    };
  },
};
