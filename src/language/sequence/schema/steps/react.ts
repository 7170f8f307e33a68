import { z } from 'zod';
import { REACTION_TYPES } from '../../../../v2/contract/records/post.ts';
import type { StepForm } from '../define-step.ts';
import { describe } from '../describe.ts';
import { onLatestPost } from './like.ts';

export const reactForm = z.strictObject({
  on: onLatestPost(),
  reaction_type: describe(z.enum(REACTION_TYPES), 'The reaction.', ['PRAISE']),
});

export const reactStepForm: StepForm = {
  word: 'react',
  title: "React to the lead's latest post",
  description: "Reacts to the lead's latest post; `else` when there is none.",
  examples: [{ on: 'latest_post', reaction_type: 'PRAISE' }],
  value: () => reactForm,
  done: 'when the reaction was given',
  otherwise: 'when the lead has no post',
  snippet: 'react: { on: latest_post, reaction_type: <PRAISE> }',
};
