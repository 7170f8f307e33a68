import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { CONVERSATION_COLUMNS, type ConversationRow } from './conversation-row.ts';

/** A person, under each id that they have had. */
export interface PersonInConversation {
  readonly id: string;
  readonly ids: readonly string[];
  /** Names of the person, by which the conversation is found beside the words that were written. */
  readonly named: string;
  readonly timezone: string | null;
  readonly country: string | null;
}

/** Locks these people against being erased until the transaction ends. */
export async function lockPeople(tx: Queryable, leadIds: readonly string[]): Promise<PersonInConversation[]> {
  const { rows } = await tx.query<Omit<PersonInConversation, 'ids'> & { readonly survivor: string }>(
    `select id, coalesce(merged_into, id) as survivor, concat_ws(' ', first_name, last_name, company, email) as named, timezone, country
       from leads where id = any($1) or merged_into = any($1) order by id for key share`,
    [leadIds],
  );
  return leadIds.flatMap((id) => {
    const own = rows.filter(({ survivor }) => survivor === id);
    const person = own.find((row) => row.id === id);
    if (person === undefined) return [];
    const { named, timezone, country } = person;
    return [{ id, ids: own.map((row) => row.id), named, timezone, country }];
  });
}

/** Locked: nobody says anything of them until the transaction ends. */
export async function lockConversationsOf(tx: Queryable, leadIds: readonly string[]): Promise<ConversationRow[]> {
  const { rows } = await tx.query<ConversationRow & Record<string, unknown>>(
    `select ${CONVERSATION_COLUMNS} from conversations c where c.lead_id = any($1) and c.merged_into is null order by c.id for no key update`,
    [leadIds],
  );
  return rows;
}

export interface KeptConversation extends ConversationRow {
  /** The words by which it is found. */
  readonly words: readonly string[];
}

/** Saves conversations, new ones and known ones, as they are now. */
export async function saveConversations(tx: Queryable, conversations: readonly KeptConversation[]): Promise<void> {
  if (conversations.length === 0) return;
  await tx.query(
    `insert into conversations (id, lead_id, account_id, channels, campaign_ids, messages, received, automatic, last_id, last_at, last_by, last_channel, last_subject,
       last_text, last_automatic, waiting_for, waiting_since, words, created_at, state, snoozed_until, unread, assignee, label, labeled_at, labeled_messages, label_until, enters)
     select id, lead_id, account_id, channels, campaign_ids, messages, received, automatic, last_id, last_at, last_by, last_channel, last_subject,
            last_text, last_automatic, waiting_for, waiting_since, array_to_tsvector(words), created_at, state, snoozed_until, unread, assignee, label, labeled_at, labeled_messages, label_until, enters
       from ${rowsOf(`id text, lead_id text, account_id text, channels text[], campaign_ids text[], messages int, received int, automatic int,
         last_id text, last_at timestamptz, last_by text, last_channel text, last_subject text, last_text text, last_automatic boolean, waiting_for text,
         waiting_since timestamptz, words text[], created_at timestamptz, state text, snoozed_until timestamptz, unread int, assignee text, label text, labeled_at timestamptz, labeled_messages int,
         label_until timestamptz, enters text`)} as c
     on conflict (id) do update
        set lead_id = excluded.lead_id, channels = excluded.channels, campaign_ids = excluded.campaign_ids, messages = excluded.messages,
            received = excluded.received, automatic = excluded.automatic, last_id = excluded.last_id, last_at = excluded.last_at, last_by = excluded.last_by,
            last_channel = excluded.last_channel, last_subject = excluded.last_subject, last_text = excluded.last_text,
            last_automatic = excluded.last_automatic, waiting_for = excluded.waiting_for, waiting_since = excluded.waiting_since,
            words = excluded.words, created_at = excluded.created_at, state = excluded.state, snoozed_until = excluded.snoozed_until,
            unread = excluded.unread, assignee = excluded.assignee, label = excluded.label, labeled_at = excluded.labeled_at, labeled_messages = excluded.labeled_messages, label_until = excluded.label_until,
            enters = excluded.enters`,
    [jsonRows(conversations)],
  );
}

/** Merges the conversations of a person who was merged with an older one: each leads to the conversation that continues. */
export async function mergeConversations(
  tx: Queryable,
  merged: readonly { readonly id: string; readonly into: string }[],
): Promise<void> {
  if (merged.length === 0) return;
  await tx.query(
    `update conversations c set merged_into = m."into" from ${rowsOf('id text, "into" text')} as m
      where c.id = m.id or c.merged_into = m.id`,
    [jsonRows(merged)],
  );
}

/** Nothing is left of them: what they held proved to be somebody else's. */
export async function deleteConversations(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query('delete from conversations where id = any($1)', [ids]);
}
