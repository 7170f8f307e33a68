import type { AccountRow } from '../../../accounts/account-row.ts';
import type { ActivityEvent } from '../../../events/event-sink.ts';
import type { attachmentRecord } from '../../../media/attachments.ts';
import { profileIdUrl } from '../addresses.ts';
import type { MessageRow } from '../conversations/find-message.ts';
import { ownProfile } from '../people/own-profile.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';

export type MessageType = 'TEXT' | 'MEDIA' | 'INMAIL' | 'MESSAGE' | 'INMAIL_ACCEPT' | 'INMAIL_DECLINE';

/** Facts that the events of all messages show. */
export interface EventMessage {
  readonly message_type: MessageType;
  readonly message_id: string;
  readonly conversation_id: string;
  readonly text: string;
  /** The message that this one answers. */
  readonly quoted: MessageRow | null;
  readonly attachments: readonly ReturnType<typeof attachmentRecord>[];
  readonly outgoing: boolean;
  readonly unread: number;
  readonly at: number;
}

/** The type of a message outside the premium inbox. spec: Message event / `message_type`. */
export const plainType = (text: string, files: readonly unknown[]): 'TEXT' | 'MEDIA' =>
  text === '' && files.length > 0 ? 'MEDIA' : 'TEXT';

/** spec: Message event (professional channel). Profile URLs in events are id-based. */
export function messageEvent(
  account: AccountRow,
  person: PersonRow,
  message: EventMessage & { readonly inbox: 'classic' | 'premium_navigator' },
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
      ...(message.quoted === null ? {} : { reply_to: quoteOf(message.quoted, message.quoted.outgoing ? me : them) }),
      metadata: {
        entity_urn: message.message_id,
        conversation_urn: message.conversation_id,
        delivered_at: message.at,
        read_status: message.outgoing,
      },
      has_attachments: message.attachments.length > 0,
      attachments: message.attachments,
      message_type: message.message_type,
    },
  };
}

function quoteOf(quoted: MessageRow, by: { readonly name: string; readonly profile_url: string }) {
  return {
    message_text: quoted.text,
    sender_name: by.name,
    sender_profile_url: by.profile_url,
    timestamp: quoted.at.toISOString(),
  };
}
