import type { ContentChannel } from '../../content-channel.ts';
import { answerComment, comment, listComments } from './comments.ts';
import { publish, repost } from './publish.ts';
import { listReactions, react, spendTime } from './react.ts';
import { getFeed, searchPosts } from './search-posts.ts';

export const createSandboxContent = (): ContentChannel => ({
  publish,
  repost,
  search: searchPosts,
  getFeed,
  react,
  comment,
  answerComment,
  listComments,
  listReactions,
  spendTime,
});
