import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe, oneOrMore } from '../describe.ts';
import { media, text } from '../values.ts';

const address = (description: string): z.ZodType => describe(text(), description, ['anna@example.com']);
const addresses = (description: string): z.ZodType =>
  describe(oneOrMore(text()), description, ['anna@example.com', ['anna@example.com', 'ben@example.com']]);

export const emailForm = z.strictObject({
  subject: describe(text(), 'The subject; a template. Without it, the email answers the last one of this enrollment.', [
    '{{ team }} at Acme',
  ]).optional(),
  text: describe(text(), 'The email as plain text; a template.', ['Hi {{ first_name }}, …']).optional(),
  html: describe(text(), 'The email as HTML; a template.', ['<p>Hi {{ first_name }}</p>']).optional(),
  to: address("The address in place of the lead's own; a template.").optional(),
  cc: addresses('Addresses that get a copy; templates.').optional(),
  bcc: addresses('Addresses that get a copy which nobody sees; templates.').optional(),
  reply_to: address('Where answers go in place of the mailbox; a template.').optional(),
  thread: describe(
    z.boolean(),
    "`true`: answers the lead's last email of this enrollment, under its subject. Default where there is no `subject`.",
    [true],
  ).optional(),
  unsubscribe: describe(
    z.boolean(),
    '`false`: leaves out the `List-Unsubscribe` header (RFC 8058), which mail providers ask for.',
    [false],
  ).optional(),
  media: media().optional(),
  headers: describe(
    z.record(z.string().regex(/^[xX]-[!-9;-~]+$/), text()),
    'More headers of the email; names begin with `X-`, values are templates.',
    [{ 'X-Campaign': 'spring' }],
  ).optional(),
});

export const emailStepForm: StepForm = {
  word: 'email',
  title: 'Send an email',
  description: 'Sends an email from a mailbox. A text alone answers the last email of this enrollment.',
  examples: [{ subject: '{{ team }} at Acme', text: 'Hi {{ first_name }}, …' }, 'Just floating this up.'],
  value: () => z.union([emailForm.meta({ anyOf: [{ required: ['text'] }, { required: ['html'] }] }), text()]),
  done: 'when the email was sent',
  otherwise: 'when the lead has no address or the email cannot be sent',
  reviewable: true,
  snippet: 'email:\n  subject: "<A role for you>"\n  text: "<Hi {{ first_name }}>"',
};
