import type { LikeNode } from '../../../src/language/plan/nodes/like.ts';
import type { StepContext } from '../../look/context.ts';
import { fromSender } from '../../wording.ts';
import type { Absorbed } from '../prepared.ts';
import { textAt } from '../read-data.ts';
import type { CallStep } from '../step.ts';
import { completeWithPost, prepareOnLatestPost } from './latest-post.ts';

/** spec: content / like */
export const likeStep: CallStep<LikeNode> = {
  prepare: (_, context) => prepareOnLatestPost(context, 'like'),
  complete: completeWithPost,
  absorb: absorbLike,
};

function absorbLike(context: StepContext, _: LikeNode, data: unknown): Absorbed {
  return {
    title: `Liked the latest post of ${context.whom}${fromSender(context)}`,
    changes: {},
    detail: { post_url: textAt(data, 'post_url') },
  };
}
