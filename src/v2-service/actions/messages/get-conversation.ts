import { actionOf } from '../../../contract/actions.ts';
import { unreachable } from '../../../kit/result.ts';
import type { EmailMessage } from '../../channels/email-channel.ts';
import type { ConversationMessage } from '../../channels/professional-channel.ts';
import { handleAction } from '../action-handler.ts';
import { notImplemented } from '../not-implemented.ts';
import { classicMessage, emailMessage, premiumMessage } from './conversation-records.ts';
import { cursorList } from './cursor-list.ts';

export const getConversation = handleAction(
  actionOf('messages', 'get_conversation'),
  async (call) => {
    const { params, account } = call;
    const { professional, email } = call.context.channels;
    const query = { conversation_id: params.conversation_id, count: params.count, cursor: params.cursor ?? null };
    switch (account.platform) {
      case 'professional': {
        const premium = params.premium_nav;
        const shape = premium ? premiumMessage : classicMessage;
        const page = await professional.getConversation(call, { ...query, premium });
        return cursorList(page, (items: readonly ConversationMessage[]) => ({ messages: items.map(shape) }));
      }
      case 'email': {
        const page = await email.getConversation(call, query);
        return cursorList(page, (items: readonly EmailMessage[]) => ({ messages: items.map(emailMessage) }));
      }
      case 'messenger':
        throw notImplemented('messages / get_conversation on the messenger channel');
      default:
        return unreachable(account.platform);
    }
  },
  {
    check: (_params, account) => {
      if (account.platform === 'messenger')
        throw notImplemented('messages / get_conversation on the messenger channel');
    },
  },
);
