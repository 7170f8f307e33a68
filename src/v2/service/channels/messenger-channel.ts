import type { AccountRow } from '../accounts/account-row.ts';
import type { StoredAttachment } from '../media/attachments.ts';
import type { ResolvedFile } from '../media/resolved-file.ts';
import type { Call, CursorPage, Outcome } from './call.ts';
import type { InboxCategory, SentMessage } from './professional-messaging.ts';

export interface OutgoingChat {
  /** International format. */
  readonly phone_number: string;
  readonly text: string;
  readonly files: readonly ResolvedFile[];
  /** A message of the same chat. */
  readonly quoted_message_id: string | null;
}

export interface ChatParty {
  readonly name: string;
  readonly phone_number: string;
  readonly is_me: boolean;
}

export const ownParty = ({ name, phone_number }: AccountRow): ChatParty => ({
  name,
  phone_number: phone_number ?? '',
  is_me: true,
});

export interface ChatMessage {
  readonly message_id: string;
  readonly text: string;
  /** Epoch ms, virtual time. */
  readonly time: number;
  readonly sender: ChatParty;
  readonly quoted_message_id: string | null;
  readonly attachments: readonly StoredAttachment[];
}

export interface Chat {
  readonly conversation_id: string;
  readonly participant: ChatParty;
  readonly last_message: Pick<ChatMessage, 'text' | 'time' | 'sender'>;
  readonly unread: number;
}

export interface MessengerChannel {
  send(call: Call, chat: OutgoingChat): Promise<Outcome<SentMessage>>;
  listInbox(
    call: Call,
    query: { readonly category: InboxCategory; readonly count: number; readonly cursor: string | null },
  ): Promise<Outcome<CursorPage<Chat>>>;
  getConversation(
    call: Call,
    query: { readonly conversation_id: string; readonly count: number; readonly cursor: string | null },
  ): Promise<Outcome<CursorPage<ChatMessage>>>;
}
