import type { FirstRead } from '../../../src/runtime/store/intents/intent.ts';
import { profileOf, type StepContext, senderOf } from '../../look/context.ts';
import { type Completed, NO_PROFILE, NO_SENDER, nothingFound, type Preparation } from '../prepared.ts';
import { listAt, textAt } from '../read-data.ts';

/** spec: content / search by author, newest first, then the action on what it finds. */
export function prepareOnLatestPost(
  context: StepContext,
  action: 'like' | 'react' | 'comment',
  params: Readonly<Record<string, string>> = {},
): Preparation {
  const sender = senderOf(context, 'professional');
  if (!sender) return NO_SENDER('professional');
  const profile = profileOf(context);
  if (!profile) return NO_PROFILE;
  const first: FirstRead = {
    part: 'latest_post',
    category: 'content',
    action: 'search',
    params: { profile_url: profile, sort_by: 'date_posted', count: 1 },
  };
  return {
    is: 'call',
    request: { account_id: sender.id, category: 'content', action, params, first },
  };
}

export function completeWithPost(context: StepContext, data: unknown): Completed {
  const [post] = listAt(data, 'posts');
  const post_url = textAt(post, 'shareUrl') ?? textAt(post, 'backend_urn');
  if (post_url === null) return { is: 'over', absorbed: nothingFound('NO_POST', `${context.whom} has no post`) };
  return { is: 'request', params: { post_url } };
}
