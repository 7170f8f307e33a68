import { z } from 'zod';
import { REACTION_TYPES } from '../../../v2/contract/records/post.ts';
import type { ReactNode } from '../../plan/nodes/react.ts';
import { readChoice } from '../check/check-context.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import { onLatestPost } from './like.ts';
import { readPost } from './read-post.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

const reactForm = (reaction: z.ZodType) => z.strictObject({ on: onLatestPost(), reaction_type: reaction });
const REACT_KEYS = keysOf(reactForm(z.unknown()));

const form: StepForm = {
  word: 'react',
  title: "React to the lead's latest post",
  description: "Reacts to the lead's latest post; `else` when there is none.",
  examples: [{ on: 'latest_post', reaction_type: 'PRAISE' }],
  value: () => reactForm(describe(z.enum(REACTION_TYPES), 'The reaction.', ['PRAISE'])),
  done: 'when the reaction was given',
  otherwise: 'when the lead has no post',
  snippet: 'react: { on: latest_post, reaction_type: <PRAISE> }',
};

const EXAMPLE = '- react: { on: latest_post, reaction_type: PRAISE }';

export const reactStep: StepDescriptor<ReactNode> = {
  form,
  below: REACT_KEYS,
  example: EXAMPLE,
  carries_condition: true,
  build: performed,
  needs: () => ['profile_url'],
  proves_nothing: true,
  check(input) {
    const post = readPost(input, 'react', REACT_KEYS, EXAMPLE);
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
