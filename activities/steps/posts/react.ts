import type { ReactNode } from '../../../src/language/plan/nodes/react.ts';
import type { StepContext } from '../../look/context.ts';
import { fromSender } from '../../wording.ts';
import type { Absorbed } from '../prepared.ts';
import { textAt } from '../read-data.ts';
import type { CallStep } from '../step.ts';
import { completeWithPost, prepareOnLatestPost } from './latest-post.ts';

/** spec: content / react */
export const reactStep: CallStep<ReactNode> = {
  prepare: (_, context, { reaction_type }) => prepareOnLatestPost(context, 'react', { reaction_type }),
  complete: completeWithPost,
  absorb: absorbReact,
};

function absorbReact(context: StepContext, node: ReactNode, data: unknown): Absorbed {
  const reaction = node.reaction_type.toLowerCase();
  return {
    title: `Reacted to the latest post of ${context.whom} with "${reaction}"${fromSender(context)}`,
    changes: {},
    detail: { post_url: textAt(data, 'post_url') },
  };
}
