import type { z } from 'zod';
import { unreachable } from '../../../../shared/kit/result.ts';
import type { inbox } from '../../../contract/actions/messages/inbox.ts';
import { actionOf } from '../../../contract/actions.ts';
import type { EmailMessage } from '../../channels/email-channel.ts';
import type { ChatMessage } from '../../channels/messenger-channel.ts';
import type { ConversationMessage } from '../../channels/professional-messaging.ts';
import { handleAction } from '../action-handler.ts';
import { askMailbox } from './ask-mailbox.ts';
import { classicMessage, emailMessage, premiumMessage } from './conversation-records.ts';
import { cursorList } from './cursor-list.ts';
import { chatMessage } from './messenger-records.ts';

const queryOf = ({ conversation_id, count, cursor }: z.output<typeof inbox.get_conversation.params>) => ({
  conversation_id,
  count,
  cursor: cursor ?? null,
});

export const getConversation = handleAction(
  actionOf('messages', 'get_conversation'),
  async (call) => {
    const { params, account } = call;
    const { professional, messenger, email } = call.context.channels;
    const { base_url } = call.context.settings;
    const query = queryOf(params);
    switch (account.platform) {
      case 'professional': {
        const premium = params.premium_nav;
        const shape = (premium ? premiumMessage : classicMessage)(base_url);
        const page = await professional.getConversation(call, { ...query, premium });
        return cursorList(page, (items: readonly ConversationMessage[]) => ({ messages: items.map(shape) }));
      }
      case 'messenger': {
        const page = await messenger.getConversation(call, query);
        return cursorList(page, (items: readonly ChatMessage[]) => ({ messages: items.map(chatMessage(base_url)) }));
      }
      case 'email': {
        const page = call.prepared ?? (await email.getConversation(call, query));
        return cursorList(page, (items: readonly EmailMessage[]) => ({ messages: items.map(emailMessage(base_url)) }));
      }
      default:
        return unreachable(account.platform);
    }
  },
  askMailbox((mailbox, params) => mailbox.getConversation(queryOf(params))),
);
