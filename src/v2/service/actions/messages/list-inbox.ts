import { unreachable } from '../../../../shared/kit/result.ts';
import { actionOf } from '../../../contract/actions.ts';
import type { Chat } from '../../channels/messenger-channel.ts';
import type { Conversation } from '../../channels/professional-messaging.ts';
import { handleAction } from '../action-handler.ts';
import { classicConversation, premiumConversation } from './conversation-records.ts';
import { cursorList } from './cursor-list.ts';
import { askMailInbox, listEmailInbox, mailLabels } from './list-email-inbox.ts';
import { chatConversation } from './messenger-records.ts';

/** spec: messages / list_inbox. */
export const listInbox = handleAction(
  actionOf('messages', 'list_inbox'),
  async (call) => {
    const { params, account } = call;
    const { professional, messenger } = call.context.channels;
    const range = { count: params.count, cursor: params.cursor ?? null };
    switch (account.platform) {
      case 'professional': {
        const premium = params.premium_nav;
        const query = { ...range, category: params.category, premium };
        const shape = premium ? premiumConversation : classicConversation;
        return cursorList(await professional.listInbox(call, query), (items: readonly Conversation[]) => ({
          conversations: items.map(shape),
        }));
      }
      case 'email':
        return listEmailInbox(call);
      case 'messenger':
        return cursorList(
          await messenger.listInbox(call, { ...range, category: params.category }),
          (items: readonly Chat[]) => ({ conversations: items.map(chatConversation) }),
        );
      default:
        return unreachable(account.platform);
    }
  },
  {
    check(params, account) {
      if (account.platform === 'email') mailLabels(params.label_ids);
    },
    ...askMailInbox,
  },
);
