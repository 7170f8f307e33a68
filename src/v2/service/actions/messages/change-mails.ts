import type { z } from 'zod';
import type { mailbox } from '../../../contract/actions/messages/mailbox.ts';
import { actionOf } from '../../../contract/actions.ts';
import { isGiven } from '../../../contract/params.ts';
import type { MailChange, MailSelection } from '../../channels/email-channel.ts';
import { answer, handleAction } from '../action-handler.ts';

/** spec: messages: other actions. `message_ids` beside a `conversation_id` are some mails of that thread. */
const change = (action: MailChange) =>
  handleAction(
    actionOf('messages', action),
    'email',
    async (call) =>
      answer(await call.channel.change(call, selectionOf(call.params), action), ({ updated }) => ({ updated })),
    { repeatable: true },
  );

function selectionOf({
  conversation_id,
  message_ids,
}: z.output<(typeof mailbox)[MailChange]['params']>): MailSelection {
  return { conversation_id: conversation_id ?? null, message_ids: isGiven(message_ids) ? (message_ids ?? null) : null };
}

export const markAsRead = change('mark_as_read');
export const markAsUnread = change('mark_as_unread');
export const archive = change('archive');
export const trash = change('trash');
