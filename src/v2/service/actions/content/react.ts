import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

export const like = handleAction(actionOf('content', 'like'), 'content', async (call) => {
  const reaction_type = 'LIKE' as const;
  const liked = await call.channel.react(call, call.params.post_url, reaction_type);
  return answer(liked, ({ post_url }) => ({ post_url, reaction_type }));
});

export const react = handleAction(actionOf('content', 'react'), 'content', async (call) => {
  const { reaction_type } = call.params;
  const reacted = await call.channel.react(call, call.params.post_url, reaction_type);
  return answer(reacted, ({ post_url }) => ({ post_url, reaction_type }));
});

export const timeSpent = handleAction(actionOf('content', 'time_spent'), 'content', async (call) => {
  const { duration_ms } = call.params;
  const spent = await call.channel.spendTime(call, call.params.post_url, duration_ms);
  return answer(spent, ({ post_url }) => ({ post_url, duration_ms }));
});
