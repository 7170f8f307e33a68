import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe } from '../describe.ts';
import { text } from '../values.ts';
import { onLatestPost } from './like.ts';

export const commentForm = z.strictObject({
  on: onLatestPost(),
  text: describe(text(), 'The comment; a template. Everybody can read it.', ['Well said, {{ first_name }}.']),
});

export const commentStepForm: StepForm = {
  word: 'comment',
  title: "Comment on the lead's latest post",
  description: "Comments on the lead's latest post; `else` when there is none.",
  examples: [{ on: 'latest_post', text: 'Well said, {{ first_name }}.' }],
  value: () => z.union([commentForm, text()]),
  done: 'when the comment was written',
  otherwise: 'when the lead has no post',
  reviewable: true,
  snippet: 'comment: { on: latest_post, text: "<Well said, {{ first_name }}.>" }',
};
