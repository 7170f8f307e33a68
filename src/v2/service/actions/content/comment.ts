import { actionOf } from '../../../contract/actions.ts';
import { answer, handleAction } from '../action-handler.ts';

export const comment = handleAction(actionOf('content', 'comment'), 'content', async (call) => {
  const { post_url, message_text } = call.params;
  const made = await call.channel.comment(call, post_url, message_text);
  return answer(made, ({ comment_urn }) => ({ comment_urn }));
});

export const answerComment = handleAction(actionOf('content', 'answer_comment'), 'content', async (call) => {
  const { post_url, message_text, comment_urn, tracking_id } = call.params;
  const given = { comment_urn, tracking_id, text: message_text };
  const made = await call.channel.answerComment(call, post_url, given);
  return answer(made, (answered) => ({ comment_urn: answered.comment_urn }));
});
