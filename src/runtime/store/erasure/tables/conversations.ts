import { type ErasureMap, NO_WORDS, OF_LEAD, OUR_OWN } from '../table-answer.ts';

/** Tables of the inbox. They are read from events and intents, and so are erased as those are. */
export const CONVERSATION_TABLES: ErasureMap = {
  conversation_notes: {
    persons: 'conversation_id in (select id from conversations where lead_id = any(:leads))',
    removes: ['id', 'conversation_id', 'text', 'author', 'created_at'],
  },
  conversations: {
    persons: OF_LEAD,
    removes: [
      ...[
        'id',
        'lead_id',
        'account_id',
        'merged_into',
        'channels',
        'campaign_ids',
        'messages',
        'received',
        'automatic',
      ],
      ...['last_id', 'last_at', 'last_by', 'last_channel', 'last_subject', 'last_text', 'last_automatic'],
      ...['waiting_for', 'waiting_since', 'words', 'created_at', 'state', 'snoozed_until', 'unread', 'assignee'],
      ...['label', 'labeled_at', 'labeled_messages', 'label_until', 'enters'],
    ],
  },
  conversation_changes: { keeps: { [NO_WORDS]: ['id', 'lead_id', 'enrollment_id'] } },
  labels: {
    keeps: {
      [OUR_OWN]: ['name', 'title', 'effect', 'sequence'],
      [NO_WORDS]: ['dated', 'positive', 'built_in', 'created_at'],
    },
  },
  saved_answers: {
    keeps: { [OUR_OWN]: ['id', 'name', 'text', 'subject'], [NO_WORDS]: ['created_at', 'updated_at'] },
  },
};
