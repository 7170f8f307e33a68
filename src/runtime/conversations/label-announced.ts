import type { Announcement } from '../store/announcements/announce.ts';
import type { ConversationRow } from '../store/conversations/conversation-row.ts';

type Labeled = Pick<ConversationRow, 'id' | 'lead_id' | 'account_id' | 'label' | 'label_until'>;

/** Builds the announcement of a label that was given or taken off, for webhooks and streams. */
export const labelAnnounced = ({ id, lead_id, account_id, label, label_until }: Labeled, at: Date): Announcement => ({
  ...{ type: 'reply.labeled', at, lead_id, account_id },
  detail: { conversation_id: id, label, until: label_until },
});
