import { z } from 'zod';
import type { LikeNode } from '../../plan/nodes/like.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import { readPost } from './read-post.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

export const onLatestPost = () =>
  describe(z.literal('latest_post'), "Which post: the lead's latest one, which is also meant when this is left out.", [
    'latest_post',
  ]).optional();

const likeForm = z.strictObject({ on: onLatestPost() });

const form: StepForm = {
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

const EXAMPLE = '- like: { on: latest_post }';

export const likeStep: StepDescriptor<LikeNode> = {
  form,
  example: EXAMPLE,
  carries_condition: true,
  build: performed,
  needs: () => ['profile_url'],
  proves_nothing: true,
  check(input) {
    const post = readPost(input, 'like', keysOf(likeForm), EXAMPLE);
    return post && { body: { kind: 'like', on: post.on } };
  },
};
