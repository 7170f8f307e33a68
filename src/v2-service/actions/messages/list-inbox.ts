import { actionOf } from '../../../contract/actions.ts';
import { unreachable } from '../../../kit/result.ts';
import type { EmailConversation } from '../../channels/email-channel.ts';
import type { Conversation } from '../../channels/professional-channel.ts';
import { invalidParams } from '../../http/service-error.ts';
import { handleAction } from '../action-handler.ts';
import { notImplemented } from '../not-implemented.ts';
import { classicConversation, emailConversation, premiumConversation } from './conversation-records.ts';
import { cursorList } from './cursor-list.ts';

/** spec: messages / list_inbox. */
export const listInbox = handleAction(
  actionOf('messages', 'list_inbox'),
  async (call) => {
    const { params, account } = call;
    const { professional, email } = call.context.channels;
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
      case 'email': {
        const unread_only = params.unread_only || params.category === 'UNREAD';
        const query = { ...range, label: labelOf(params.label_ids), unread_only };
        return cursorList(await email.listInbox(call, query), (items: readonly EmailConversation[]) => ({
          conversations: items.map(emailConversation),
        }));
      }
      case 'messenger':
        throw notImplemented('messages / list_inbox on the messenger channel');
      default:
        return unreachable(account.platform);
    }
  },
  {
    check: (params, account) => {
      if (account.platform === 'messenger') throw notImplemented('messages / list_inbox on the messenger channel');
      if (account.platform === 'email') labelOf(params.label_ids);
    },
  },
);

function labelOf(labelIds: readonly string[] | undefined): 'inbox' | 'sent' {
  const labels = labelIds?.map((label) => label.toLowerCase()) ?? [];
  if (labels.length === 0 || (labels.length === 1 && labels[0] === 'inbox')) return 'inbox';
  if (labels.length === 1 && labels[0] === 'sent') return 'sent';
  throw invalidParams('params.label_ids: one of inbox and sent');
}
