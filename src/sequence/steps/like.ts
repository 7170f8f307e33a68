import { readPost } from './read-post.ts';
import { BOTH, type StepKind } from './step-kind.ts';

const EXAMPLE = '- like: { on: latest_post }';

export const likeStep: StepKind = {
  word: 'like',
  branches: BOTH,
  example: EXAMPLE,
  check(input) {
    const post = readPost(input, 'like', [], EXAMPLE);
    return post && { body: { kind: 'like', on: post.on } };
  },
};
