import { actionOf } from '../../../contract/actions.ts';
import { isGiven } from '../../../contract/params.ts';
import type { MailChange } from '../../channels/email-channel.ts';
import { answer, handleAction } from '../action-handler.ts';

/** spec: messages: other actions. `message_ids` beside a `conversation_id` are some mails of that thread. */
const change = (action: MailChange) =>
  handleAction(actionOf('messages', action), async (call) => {
    const { conversation_id = null, message_ids } = call.params;
    const selection = { conversation_id, message_ids: isGiven(message_ids) ? (message_ids ?? null) : null };
    return answer(await call.context.channels.email.change(call, selection, action), ({ updated }) => ({ updated }));
  });

export const markAsRead = change('mark_as_read');
export const markAsUnread = change('mark_as_unread');
export const archive = change('archive');
export const trash = change('trash');
