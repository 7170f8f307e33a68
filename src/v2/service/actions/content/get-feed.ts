import { actionOf } from '../../../contract/actions.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';
import { postRecord } from './post-record.ts';

const definition = actionOf('content', 'get_feed');

export const getFeed = handleAction(definition, 'content', async (call) => {
  const posts = await call.channel.getFeed(call, call.params);
  return offsetList(definition, call.params, posts, (items) => ({ posts: items.map(postRecord) }));
});
