import type { z } from 'zod';
import type { inbox } from '../../../contract/actions/messages/inbox.ts';
import type { EmailConversationItem } from '../../../contract/records/conversation.ts';
import { invalidParams } from '../../answers/service-error.ts';
import type { EmailConversation } from '../../channels/email-channel.ts';
import { findMailLabel, labelId, MAIL_LABELS, type MailLabel } from '../../channels/mail-labels.ts';
import { emailConversation } from './conversation-records.ts';

type InboxParams = z.output<typeof inbox.list_inbox.params>;

/** Translates the params for a mailbox. Only the category `UNREAD` means something there: the others are the professional network's. */
export const mailQueryOf = ({ count, cursor, category, unread_only, label_ids }: InboxParams) => ({
  count,
  cursor: cursor ?? null,
  labels: mailLabels(label_ids),
  unread_only: unread_only || category === 'UNREAD',
});

export const emailConversations = (
  items: readonly EmailConversation[],
): { conversations: EmailConversationItem[] } => ({
  conversations: items.map(emailConversation),
});

/** Throws for an id that `list_labels` does not give; several mean what lies in any of them. */
export function mailLabels(ids: readonly string[] = []): readonly MailLabel[] {
  const labels = ids.map((id) => {
    const label = findMailLabel(id);
    if (!label)
      throw invalidParams(`params.label_ids: label ${id} not found, there are ${MAIL_LABELS.map(labelId).join(', ')}`);
    return label;
  });
  return labels.length === 0 ? ['inbox'] : [...new Set(labels)];
}
