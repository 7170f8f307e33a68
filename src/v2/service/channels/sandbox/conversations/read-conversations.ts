import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { listAttachments, type StoredAttachment } from '../../../media/attachments.ts';
import type { Place } from '../../cursor.ts';
import type { InboxCategory } from '../../professional-messaging.ts';
import type { PersonRow } from '../people/person-row.ts';
import type { MessageRow } from './find-message.ts';
import type { Inbox } from './inbox.ts';

/** A person with whom there is a conversation. */
export type PartnerRow = PersonRow & { readonly connected: boolean };

export type ConversationRow = PartnerRow & {
  readonly conversation_id: string;
  readonly unread: number;
  readonly last_at: Date;
  readonly total: number;
  readonly last_text: string;
  readonly last_subject: string | null;
  readonly last_outgoing: boolean;
  readonly last_message_at: Date;
  /** Position of the newest message, whoever wrote it. */
  readonly newest: number;
};

const CONNECTED = '(p.degree = 1 or n.person_id is not null)';
const PARTNERS = `sandbox_conversations c
       join sandbox_people p using (person_id)
       left join sandbox_connections n on n.account_id = c.account_id and n.person_id = c.person_id`;

/** The time of the last message that was there when the first page was read. */
const LAST_AT_THEN = `(select max(at) from sandbox_messages b where b.conversation_id = c.conversation_id
                        and ($7::int is null or b.position <= $7))`;

/** Conversations of one inbox below `after`, newest first. */
export async function readConversations(
  tx: Queryable,
  query: {
    readonly account_id: string;
    readonly inbox: Inbox;
    readonly category: InboxCategory;
    readonly after: Place | null;
    readonly limit: number;
  },
): Promise<readonly ConversationRow[]> {
  const lastAt = query.after ? LAST_AT_THEN : 'c.last_at';
  const { rows } = await tx.query<ConversationRow>(
    `select p.*, c.conversation_id, c.unread, ${lastAt} as last_at, ${CONNECTED} as connected,
            (select max(position) from sandbox_messages) as newest,
            (select count(*)::int from sandbox_messages m where m.conversation_id = c.conversation_id) as total,
            m.text as last_text, m.subject as last_subject, m.outgoing as last_outgoing, m.at as last_message_at
       from ${PARTNERS}
      cross join lateral (select * from sandbox_messages m where m.conversation_id = c.conversation_id
                           order by position desc limit 1) m
      where c.account_id = $1 and c.inbox = $2
        and ($3 <> 'UNREAD' or c.unread > 0)
        and ($3 <> 'MY_CONNECTIONS' or ${CONNECTED})
        and ($4::timestamptz is null or (${lastAt}, c.conversation_id) < ($4, $5))
        and ($7::int is null or ${lastAt} is not null)
      order by ${lastAt} desc, c.conversation_id desc limit $6`,
    [
      query.account_id,
      query.inbox,
      query.category,
      query.after ? new Date(query.after.at) : null,
      query.after?.id ?? null,
      query.limit,
      query.after?.newest ?? null,
    ],
  );
  return rows;
}

/** With whom the conversation is; undefined where this inbox of the account has no such conversation. */
export async function findPartner(
  tx: Queryable,
  where: { readonly account_id: string; readonly inbox: Inbox; readonly conversation_id: string },
): Promise<PartnerRow | undefined> {
  const { rows } = await tx.query<PartnerRow>(
    `select p.*, ${CONNECTED} as connected from ${PARTNERS}
      where c.conversation_id = $1 and c.account_id = $2 and c.inbox = $3`,
    [where.conversation_id, where.account_id, where.inbox],
  );
  return rows[0];
}

/** Messages of a conversation below `before`, newest first, with their files. */
export async function readMessages(
  tx: Queryable,
  query: {
    readonly account_id: string;
    readonly conversation_id: string;
    readonly before: number | null;
    readonly limit: number;
  },
): Promise<readonly (MessageRow & { readonly attachments: readonly StoredAttachment[] })[]> {
  const { rows } = await tx.query<MessageRow>(
    `select * from sandbox_messages where conversation_id = $1 and ($2::int is null or position < $2)
      order by position desc limit $3`,
    [query.conversation_id, query.before, query.limit],
  );
  const ids = rows.map(({ message_id }) => message_id);
  const attachments = await listAttachments(tx, query.account_id, ids);
  return rows.map((row) => ({ ...row, attachments: attachments.get(row.message_id) ?? [] }));
}
