import type { z } from 'zod';
import type { inbox } from '../../../contract/actions/messages/inbox.ts';
import { actionOf } from '../../../contract/actions.ts';
import type { EmailMessage } from '../../channels/email-channel.ts';
import type { ChatMessage } from '../../channels/messenger-channel.ts';
import type { ConversationMessage } from '../../channels/professional-messaging.ts';
import { handlePerPlatform } from '../action-handler.ts';
import { classicMessage, emailMessage, premiumMessage } from './conversation-records.ts';
import { cursorList } from './cursor-list.ts';
import { chatMessage } from './messenger-records.ts';

const queryOf = ({ conversation_id, count, cursor }: z.output<typeof inbox.get_conversation.params>) => ({
  conversation_id,
  count,
  cursor: cursor ?? null,
});

export const getConversation = handlePerPlatform(actionOf('messages', 'get_conversation'), {
  async professional(call) {
    const premium = call.params.premium_nav;
    const shape = (premium ? premiumMessage : classicMessage)(call.context.settings.base_url);
    const page = await call.channel.getConversation(call, { ...queryOf(call.params), premium });
    return cursorList(page, (items: readonly ConversationMessage[]) => ({ messages: items.map(shape) }));
  },
  async messenger(call) {
    const shape = chatMessage(call.context.settings.base_url);
    const page = await call.channel.getConversation(call, queryOf(call.params));
    return cursorList(page, (items: readonly ChatMessage[]) => ({ messages: items.map(shape) }));
  },
  async email(call) {
    const shape = emailMessage(call.context.settings.base_url);
    const page = await call.channel.getConversation(call, queryOf(call.params));
    return cursorList(page, (items: readonly EmailMessage[]) => ({ messages: items.map(shape) }));
  },
});
