import { actionOf } from '../../../contract/actions.ts';
import type { Chat } from '../../channels/messenger-channel.ts';
import type { Conversation } from '../../channels/professional-messaging.ts';
import { handlePerPlatform } from '../action-handler.ts';
import { classicConversation, premiumConversation } from './conversation-records.ts';
import { cursorList } from './cursor-list.ts';
import { emailConversations, mailLabels, mailQueryOf } from './email-inbox.ts';
import { chatConversation } from './messenger-records.ts';

/** spec: messages / list_inbox. */
export const listInbox = handlePerPlatform(
  actionOf('messages', 'list_inbox'),
  {
    async professional(call) {
      const { count, cursor = null, category, premium_nav: premium } = call.params;
      const shape = premium ? premiumConversation : classicConversation;
      const page = await call.channel.listInbox(call, { count, cursor, category, premium });
      return cursorList(page, (items: readonly Conversation[]) => ({ conversations: items.map(shape) }));
    },
    async messenger(call) {
      const { count, cursor = null, category } = call.params;
      const page = await call.channel.listInbox(call, { count, cursor, category });
      return cursorList(page, (items: readonly Chat[]) => ({ conversations: items.map(chatConversation) }));
    },
    async email(call) {
      return cursorList(await call.channel.listInbox(call, mailQueryOf(call.params)), emailConversations);
    },
  },
  {
    check(params, account) {
      if (account.platform === 'email') mailLabels(params.label_ids);
    },
  },
);
