import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { CursorPage, Outcome } from '../../call.ts';
import type { OpenList } from '../../cursor.ts';
import { type ConversationRow, readConversations } from './read-conversations.ts';

/** A page of an inbox, `item` by `item`. */
export async function pageConversations<Item>(
  tx: Queryable,
  { after, page }: OpenList,
  { count, ...where }: Omit<Parameters<typeof readConversations>[1], 'limit' | 'after'> & { readonly count: number },
  item: (row: ConversationRow) => Item,
): Promise<Outcome<CursorPage<Item>>> {
  const rows = await readConversations(tx, { ...where, after, limit: count + 1 });
  const place = ({ last_at, conversation_id, newest }: ConversationRow) => ({
    at: last_at.getTime(),
    id: conversation_id,
    newest: after?.newest ?? newest,
  });
  return page(rows, { item, place });
}
