import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe } from '../describe.ts';

export const onLatestPost = () =>
  describe(z.literal('latest_post'), "Which post: the lead's latest one, which is also meant when this is left out.", [
    'latest_post',
  ]).optional();

export const likeForm = z.strictObject({ on: onLatestPost() });

export const likeStepForm: StepForm = {
  word: 'like',
  title: "Like the lead's latest post",
  description: "Likes the lead's latest post; `else` when there is none.",
  examples: [{ on: 'latest_post' }],
  value: () => z.union([likeForm, z.null()]),
  alone: true,
  done: 'when the post was liked',
  otherwise: 'when the lead has no post',
  snippet: 'like: { on: latest_post }',
};
