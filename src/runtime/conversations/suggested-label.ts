import { type SuggestedLabel, suggestLabel } from '../../shared/mail/suggest-label.ts';
import type { ConversationRow } from '../store/conversations/conversation-row.ts';

/** Suggests a label for the newest message of the person, where nobody has labeled it yet. The suggestion is stored and counted nowhere. */
export function suggestedLabelOf({
  label,
  last_by,
  last_automatic,
  last_text,
}: Pick<ConversationRow, 'label' | 'last_by' | 'last_automatic' | 'last_text'>): SuggestedLabel | null {
  return label === null && last_by === 'them' && !last_automatic ? suggestLabel(last_text) : null;
}
