import { actionOf } from '../../../contract/actions.ts';
import type { ReactionRecord } from '../../../contract/records/post.ts';
import type { PostReaction } from '../../channels/content-channel.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';

const definition = actionOf('content', 'get_reactions');

/** spec: content / get_comments and get_reactions. */
export const getReactions = handleAction(definition, 'content', async (call) => {
  const { post_url, ...range } = call.params;
  const reactions = await call.channel.listReactions(call, post_url, range);
  return offsetList(definition, range, reactions, (items) => ({ reactions: items.map(reactionRecord) }));
});

const reactionRecord = ({ type, actor }: PostReaction): ReactionRecord => ({
  type,
  name: actor.name,
  subtitle: actor.description,
  profile_url: actor.profile_url,
  actor_urn: actor.urn,
});
