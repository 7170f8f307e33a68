import { REACTION_TYPES } from '../../../v2/contract/records/post.ts';
import { readChoice } from '../check-context.ts';
import { keysOf } from '../schema/describe.ts';
import { reactForm } from '../schema/steps/react.ts';
import { readPost } from './read-post.ts';
import { BOTH, type StepKind } from './step-kind.ts';

const EXAMPLE = '- react: { on: latest_post, reaction_type: PRAISE }';

export const reactStep: StepKind = {
  word: 'react',
  below: keysOf(reactForm),
  branches: BOTH,
  example: EXAMPLE,
  check(input) {
    const post = readPost(input, 'react', keysOf(reactForm), EXAMPLE);
    if (!post) return null;
    const type = post.entries.get('reaction_type');
    if (!type) {
      input.context.report('SEQ008', input.place, '`react` has no `reaction_type`', `Write \`${EXAMPLE}\`.`);
      return null;
    }
    const reaction_type = readChoice(input.context, type.value, { of: '`reaction_type`', values: REACTION_TYPES });
    return reaction_type && { body: { kind: 'react', on: post.on, reaction_type } };
  },
};
