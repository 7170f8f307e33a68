import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe } from '../describe.ts';
import { text } from '../values.ts';

const NOTE = 'Hi {{ first_name }}, shall we talk?';

export const inviteForm = z.strictObject({
  note: describe(text(), 'The note of the invitation, at most 300 characters (200 from a free account); a template.', [
    NOTE,
  ]).optional(),
});

export const inviteStepForm: StepForm = {
  word: 'invite',
  title: 'Invite the lead to connect',
  description: 'Sends an invitation to connect, with a note or without. Someone already connected counts as accepted.',
  examples: [NOTE, { note: NOTE }],
  value: () => z.union([inviteForm, text(), z.null()]),
  alone: true,
  done: 'when the invitation was sent',
  otherwise: 'when the lead cannot be invited',
  reviewable: true,
  snippet: 'invite: "<Hi {{ first_name }}, shall we talk?>"',
};
