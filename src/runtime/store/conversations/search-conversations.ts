import type { Database } from '../../../shared/postgres/database.ts';
import { type Listing, type PageAsked, pageQuery } from '../listing.ts';
import { readIdsBy } from '../read-ids.ts';
import {
  type ConversationFilter,
  conversationConditions,
  conversationListing,
  type ListedConversation,
} from './list-conversations.ts';

/** Rows that fit all else and are gone through for a page. */
const WALKED = 2000;
/** Conversations that are fetched by their words first, at most. */
const MOST = 10_000;

/**
 * Lists the conversations that fit a filter, which may ask for words. Words that many have are found soon by going through the conversations in the
 * order of the list; for words that few have that would go through all of them, and Postgres cannot know which words these are. So the first rows are
 * looked at; if they do not fill the page, the words are looked up in their index alone, and the filter names the conversations.
 */
export function searchListing(
  db: Database,
  filter: ConversationFilter,
  shown: { readonly vars?: boolean } = {},
): Listing<ListedConversation> {
  const { found, ...others } = filter;
  const listing = conversationListing(filter, shown);
  if (found === undefined) return listing;
  const walked = conversationListing({ ...others, found_often: found }, shown);
  return {
    ...listing,
    async narrow(page) {
      if (await isFullSoon(db, others, found, page)) return walked;
      const ids = await idsByWords(db, filter);
      return ids === null ? walked : conversationListing({ within: filter.within, ids }, shown);
    },
  };
}

/** Finds conversations by the index of words. Null: there are too many. */
export async function idsByWords(db: Database, filter: ConversationFilter): Promise<readonly string[] | null> {
  const { where, values } = conversationConditions(filter);
  const text = `select c.id from conversations c where ${where} limit $${values.length + 1}`;
  const ids = await readIdsBy('bitmaps', db, text, [...values, MOST + 1]);
  return ids.length > MOST ? null : ids;
}

async function isFullSoon(db: Database, others: ConversationFilter, found: string, page: PageAsked): Promise<boolean> {
  const rows = { ...conversationListing(others), columns: 'c.words' };
  const { text, values } = pageQuery(rows, { ...page, limit: WALKED });
  const { rows: counted } = await db.query<{ hits: number }>(
    `select count(*)::int as hits from (
       select from (${text}) as walked where words @@ $${values.length + 1}::tsquery limit $${values.length + 2}) as hits`,
    [...values, found, page.limit],
  );
  return (counted[0]?.hits ?? 0) >= page.limit;
}
