import { keysOf } from '../schema/describe.ts';
import { likeForm } from '../schema/steps/like.ts';
import { readPost } from './read-post.ts';
import { BOTH, type StepKind } from './step-kind.ts';

const EXAMPLE = '- like: { on: latest_post }';

export const likeStep: StepKind = {
  word: 'like',
  branches: BOTH,
  example: EXAMPLE,
  check(input) {
    const post = readPost(input, 'like', keysOf(likeForm), EXAMPLE);
    return post && { body: { kind: 'like', on: post.on } };
  },
};
