import type { AccountRow, ActivityEvent } from '../../../context.ts';
import { profileIdUrl } from '../addresses.ts';
import { ownProfile } from '../people/own-profile.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';

export type MessageType = 'TEXT' | 'INMAIL' | 'MESSAGE' | 'INMAIL_ACCEPT' | 'INMAIL_DECLINE';

/** spec: Message event (professional channel). Profile URLs in events are id-based. */
export function messageEvent(
  account: AccountRow,
  person: PersonRow,
  message: {
    readonly inbox: 'classic' | 'premium_navigator';
    readonly message_type: MessageType;
    readonly message_id: string;
    readonly conversation_id: string;
    readonly text: string;
    readonly outgoing: boolean;
    readonly unread: number;
    readonly at: number;
  },
): ActivityEvent {
  const me = { name: account.name, profile_url: ownProfile(account).profile_id_url };
  const them = { name: fullName(person), profile_url: profileIdUrl(person.member_id) };
  return {
    account_id: account.account_id,
    type: 'message',
    direction: message.outgoing ? 'outgoing' : 'incoming',
    at: message.at,
    fields: {
      inbox: message.inbox,
      message_text: message.text,
      sender: message.outgoing ? me : them,
      conversation: { participants: [me, them], is_group_chat: false, unread_count: message.unread },
      metadata: {
        entity_urn: message.message_id,
        conversation_urn: message.conversation_id,
        delivered_at: message.at,
        read_status: message.outgoing,
      },
      has_attachments: false,
      attachments: [],
      message_type: message.message_type,
    },
  };
}
