import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe } from '../describe.ts';
import { media, text } from '../values.ts';

export const inmailForm = z.strictObject({
  subject: describe(text(), 'The subject; a template.', ['{{ team }} at Acme']),
  text: describe(text(), 'What the InMail says; a template.', ["Hi {{ first_name | default: 'there' }} …"]),
  media: media().optional(),
  when_none_left: describe(
    z.enum(['else', 'wait']),
    'What the step does when the seat has no InMail left: takes `else` at once, or waits for the first of the month, when there are new ones.',
    ['wait'],
  ).optional(),
});

export const inmailStepForm: StepForm = {
  word: 'inmail',
  title: 'Send an InMail',
  description:
    'Sends an InMail, which reaches people who are not connected. When it is impossible (restricted, no seat, no InMail credit), `else` is taken before anything is spent.',
  examples: [{ subject: '{{ team }} at Acme', text: "Hi {{ first_name | default: 'there' }} …" }],
  value: () => inmailForm,
  done: 'when the InMail was sent',
  otherwise: 'when InMail is impossible',
  reviewable: true,
  snippet: 'inmail:\n  subject: "<A role for you>"\n  text: "<Hi {{ first_name }}>"\nelse:\n  - end: <no_inmail>',
};
