import { actionOf } from '../../../contract/actions.ts';
import { isGiven } from '../../../contract/params.ts';
import type { PostFilters } from '../../channels/content-channel.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';
import { postRecord } from './post-record.ts';

const definition = actionOf('content', 'search');

/** spec: content / search. */
export const searchPosts = handleAction(definition, 'content', async (call) => {
  const { count, offset, sort_by, ...params } = call.params;
  const filters: PostFilters = Object.fromEntries(Object.entries(params).filter(([, value]) => isGiven(value)));
  const posts = await call.channel.search(call, filters, sort_by, { count, offset });
  return offsetList(definition, { count, offset }, posts, (items) => ({ posts: items.map(postRecord) }));
});
