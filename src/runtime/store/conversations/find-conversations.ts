import type { Queryable } from '../../../shared/postgres/database.ts';
import { type ConversationFilter, conversationConditions } from './list-conversations.ts';

/** The next ones that fit, in the order of their ids. */
export async function findConversations(
  db: Queryable,
  filter: ConversationFilter,
  page: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { where, values } = conversationConditions(filter);
  const { rows } = await db.query<{ id: string }>(
    `select c.id from conversations c where ${where} and c.id > $${values.length + 1} order by c.id limit $${values.length + 2}`,
    [...values, page.after, page.limit],
  );
  return rows.map(({ id }) => id);
}

export async function countConversations(db: Queryable, filter: ConversationFilter): Promise<number> {
  const { where, values } = conversationConditions(filter);
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from conversations c where ${where}`,
    values,
  );
  return rows[0]?.count ?? 0;
}
