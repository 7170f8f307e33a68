import type { StepContext } from '../context.ts';
import { prepareOnLatestPost } from './latest-post.ts';
import type { Absorbed, Prepared } from './prepared.ts';
import { textAt } from './read-data.ts';
import { fromSender } from './visit.ts';

/** spec: content / like */
export const prepareLike = (context: StepContext): Prepared => prepareOnLatestPost(context, 'like');

export function absorbLike(context: StepContext, data: unknown): Absorbed {
  return {
    title: `Liked the latest post of ${context.whom}${fromSender(context)}`,
    changes: {},
    detail: { post_url: textAt(data, 'post_url') },
  };
}
