import type { Queryable } from '../../../shared/postgres/database.ts';
import { CONVERSATION_COLUMNS, type ConversationRow } from './conversation-row.ts';

/** Actions of people of ours on conversations. */
export type Handling =
  | { readonly action: 'read' | 'unread' | 'done' | 'open' }
  | { readonly action: 'snooze'; readonly until: Date }
  | { readonly action: 'assign'; readonly user: string | null }
  | {
      readonly action: 'label';
      readonly label: string | null;
      readonly until: Date | null;
      /** When it is given. */
      readonly at: Date;
      /** The sequence that the person enters then. */
      readonly enters: string | null;
    };

/** The assignments of an action; its values are `$2` and further. */
function changeOf(handling: Handling): { readonly set: string; readonly values: readonly unknown[] } {
  switch (handling.action) {
    case 'read':
      return { set: 'unread = 0', values: [] };
    case 'unread':
      return { set: 'unread = greatest(unread, 1)', values: [] };
    case 'done':
      return { set: `state = 'done', snoozed_until = null, unread = 0`, values: [] };
    case 'open':
      return { set: `state = 'open', snoozed_until = null`, values: [] };
    case 'snooze':
      return { set: `state = 'snoozed', snoozed_until = $2::timestamptz`, values: [handling.until] };
    case 'assign':
      return { set: 'assignee = $2', values: [handling.user] };
    case 'label': {
      const { label, until, enters, at } = handling;
      // Given again, it is given anew where something was written since: it may say the same of another answer.
      const given = `case when $2::text is null then null
        when label = $2 and label_until is not distinct from $3::timestamptz and labeled_messages = messages then labeled_at else $5::timestamptz end`;
      const set = `label = $2, label_until = $3::timestamptz, enters = $4, labeled_at = ${given}, labeled_messages = messages`;
      // With a date it is done until then; without a sequence to enter, it is back in the inbox.
      if (until === null) return { set, values: [label, until, enters, at] };
      const state = enters === null ? `'snoozed', snoozed_until = $3::timestamptz` : `'done', snoozed_until = null`;
      return { set: `${set}, state = ${state}, unread = 0`, values: [label, until, enters, at] };
    }
  }
}

/** Locked, in the order of their ids, before anything is done with them: those that are there. */
export async function lockConversations(tx: Queryable, ids: readonly string[]): Promise<ConversationRow[]> {
  const { rows } = await tx.query<ConversationRow & Record<string, unknown>>(
    `select ${CONVERSATION_COLUMNS} from conversations c where c.id = any($1) and c.merged_into is null order by c.id for no key update`,
    [[...ids]],
  );
  return rows;
}

/** Executes an action on conversations that are locked. */
export async function handleConversations(
  tx: Queryable,
  ids: readonly string[],
  handling: Handling,
): Promise<ConversationRow[]> {
  const { set, values } = changeOf(handling);
  const { rows } = await tx.query<ConversationRow & Record<string, unknown>>(
    `update conversations c set ${set} where c.id = any($1) returning ${CONVERSATION_COLUMNS}`,
    [[...ids], ...values],
  );
  return rows;
}

/** The person's messages after one that somebody has read are unread. Of a conversation that is locked. */
export async function setUnread(tx: Queryable, id: string, unread: number): Promise<ConversationRow[]> {
  const { rows } = await tx.query<ConversationRow & Record<string, unknown>>(
    `update conversations c set unread = $2 where c.id = $1 returning ${CONVERSATION_COLUMNS}`,
    [id, unread],
  );
  return rows;
}

/** Those whose time has come are back in the inbox; returns how many. */
export async function wakeSnoozed(db: Queryable, at: Date): Promise<number> {
  const { rowCount } = await db.query(
    `update conversations set state = 'open', snoozed_until = null
      where id in (select id from conversations where state = 'snoozed' and snoozed_until <= $1 order by id limit 1000 for no key update skip locked)`,
    [at],
  );
  return rowCount ?? 0;
}
