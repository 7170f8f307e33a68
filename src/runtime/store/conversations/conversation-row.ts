export type ConversationChannel = 'message' | 'inmail' | 'email' | 'messenger' | 'invitation';

/** The facts of a conversation between a person and an account of ours that the inbox lists, read from the ledger. */
export interface ConversationSummary {
  readonly channels: readonly ConversationChannel[];
  readonly campaign_ids: readonly string[];
  readonly messages: number;
  /** Messages that the person wrote, without those of a machine in their name. */
  readonly received: number;
  /** Messages that a machine sent in the person's name. */
  readonly automatic: number;
  /** The newest message. */
  readonly last_id: string;
  readonly last_at: Date;
  readonly last_by: 'them' | 'us';
  readonly last_channel: ConversationChannel;
  readonly last_subject: string | null;
  /** Beginning of the newest message. */
  readonly last_text: string;
  readonly last_automatic: boolean;
  /** The side whose turn it is; null while only machines have answered, and we have written nothing. */
  readonly waiting_for: 'them' | 'us' | null;
  readonly waiting_since: Date | null;
  readonly created_at: Date;
}

/** The state of a conversation that people of ours give it. */
export interface ConversationHandling {
  readonly state: 'open' | 'snoozed' | 'done';
  readonly snoozed_until: Date | null;
  /** Messages of the person that nobody has read yet. */
  readonly unread: number;
  readonly assignee: string | null;
  readonly label: string | null;
  /** When it was given. */
  readonly labeled_at: Date | null;
  /** How many messages there were then. */
  readonly labeled_messages: number;
  /** Until when the label holds. */
  readonly label_until: Date | null;
  /** The sequence that the person enters then. */
  readonly enters: string | null;
}

export interface ConversationRow extends ConversationSummary, ConversationHandling {
  readonly id: string;
  readonly lead_id: string;
  readonly account_id: string;
}

/** Without the words that it is found by. */
export const CONVERSATION_COLUMNS = `c.id, c.lead_id, c.account_id, c.channels, c.campaign_ids, c.messages, c.received, c.automatic, c.last_id, c.last_at, c.last_by,
  c.last_channel, c.last_subject, c.last_text, c.last_automatic, c.waiting_for, c.waiting_since, c.created_at, c.state, c.snoozed_until, c.unread,
  c.assignee, c.label, c.labeled_at, c.labeled_messages, c.label_until, c.enters`;
