import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { CursorPage } from '../../call.ts';
import { cutPage, type Place, sealCursor } from '../../cursor.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { type ConversationRow, readConversations } from './read-conversations.ts';

/** A page of an inbox, `item` by `item`. `after` is its opened cursor, `scope` the list that the next one is sealed for. */
export async function pageConversations<Item>(
  { secrets }: Pick<SandboxDeps, 'secrets'>,
  tx: Queryable,
  {
    scope,
    count,
    ...where
  }: Omit<Parameters<typeof readConversations>[1], 'limit'> & {
    readonly scope: string;
    readonly count: number;
  },
  item: (row: ConversationRow) => Item,
): Promise<CursorPage<Item>> {
  const rows = await readConversations(tx, { ...where, limit: count + 1 });
  const seal = ({ last_at, conversation_id, newest }: ConversationRow) => {
    const place: Place = { at: last_at.getTime(), id: conversation_id, newest: where.after?.newest ?? newest };
    return sealCursor(secrets, scope, place);
  };
  return cutPage(rows, count, { item, seal });
}
