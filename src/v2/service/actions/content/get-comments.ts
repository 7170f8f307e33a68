import { actionOf } from '../../../contract/actions.ts';
import type { CommentRecord } from '../../../contract/records/post.ts';
import type { PostComment } from '../../channels/content-channel.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';

const definition = actionOf('content', 'get_comments');

/** spec: content / get_comments and get_reactions. */
export const getComments = handleAction(definition, 'content', async (call) => {
  const { post_url, ...range } = call.params;
  const comments = await call.channel.listComments(call, post_url, range);
  return offsetList(definition, range, comments, (items) => ({ comments: items.map(commentRecord) }));
});

const commentRecord = ({ comment_urn, tracking_id, text, created_at, author }: PostComment): CommentRecord => ({
  comment_urn,
  tracking_id,
  comment_text: text,
  created_time: created_at,
  commenter: {
    name: author.name,
    profile_urn: author.urn,
    linkedin_url: author.profile_url,
    occupation: author.description,
  },
});
