import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe } from '../describe.ts';
import { media, text } from '../values.ts';

const TEXT = 'Thank you, {{ first_name }}. Could I tell you more?';

export const messageForm = z.strictObject({
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

export const messageStepForm: StepForm = {
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
