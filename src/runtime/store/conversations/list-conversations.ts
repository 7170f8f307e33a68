import type { Queryable } from '../../../shared/postgres/database.ts';
import type { LeadRow } from '../leads/read-lead.ts';
import { byId, type Listing } from '../listing.ts';
import { CONVERSATION_COLUMNS, type ConversationRow } from './conversation-row.ts';
import { hasLabel, orNone } from './or-none.ts';

/** With the person. */
export interface ListedConversation extends ConversationRow {
  readonly lead: Omit<LeadRow, 'created_at' | 'updated_at'>;
}

export interface ConversationFilter {
  readonly state?: ConversationRow['state'] | undefined;
  readonly unread?: boolean | undefined;
  readonly channel?: string | undefined;
  readonly account_id?: string | undefined;
  readonly campaign_id?: string | undefined;
  readonly lead_id?: string | undefined;
  /** `none`: of those without one; likewise the assignee. */
  readonly label?: string | undefined;
  readonly assignee?: string | undefined;
  readonly waiting_for?: 'them' | 'us' | undefined;
  /** Words of either side or of the person's name, as a query of Postgres. */
  readonly found?: string | undefined;
  /** The same, where many have the words: they are looked for in each row, in the order of the list, until a page is full. */
  readonly found_often?: string | undefined;
  /** Those alone. */
  readonly ids?: readonly string[] | undefined;
}

const CONDITIONS: Readonly<Record<keyof ConversationFilter, (place: string, value: unknown) => string>> = {
  state: (place) => `c.state = ${place}`,
  unread: (place) => `(c.unread > 0) = ${place}`,
  channel: (place) => `c.channels @> array[${place}::text]`,
  account_id: (place) => `c.account_id = ${place}`,
  campaign_id: (place) => `c.campaign_ids @> array[${place}::text]`,
  // By the id of a merged person too.
  lead_id: (place) => `c.lead_id in (${place}, (select merged_into from leads where id = ${place}))`,
  label: hasLabel,
  assignee: orNone('c.assignee'),
  waiting_for: (place) => `c.waiting_for = ${place}`,
  // As its index has them: with the state, and whether it is unread.
  found: (place) =>
    `(c.words || array_to_tsvector(array['=' || c.state, case when c.unread > 0 then '=unread' else '=read' end])) @@ ${place}::tsquery`,
  // No index has this, and Postgres takes it to fit every other row: it goes the way of the order, which it leaves for what it expects few to fit.
  found_often: (place) => `coalesce(c.words @@ ${place}::tsquery, false)`,
  ids: (place) => `c.id = any(${place}::text[])`,
};

/** The `where` of a filter over `conversations c`, with its values. */
export function conversationConditions(filter: ConversationFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions = ['c.merged_into is null'];
  for (const name of Object.keys(CONDITIONS) as (keyof ConversationFilter)[]) {
    const value = name === 'found' ? wordsIn(filter) : filter[name];
    if (value !== undefined) conditions.push(CONDITIONS[name](`$${values.push(value)}`, value));
  }
  return { where: conditions.join(' and '), values };
}

/** No word of anybody begins with "=". */
function wordsIn({ found, state, unread }: ConversationFilter): string | undefined {
  if (found === undefined) return undefined;
  const asked = [state, unread === undefined ? undefined : unread ? 'unread' : 'read'];
  return [found, ...asked.flatMap((one) => (one === undefined ? [] : [`'=${one}'`]))].join(' & ');
}

const columnsWith = (lead: string): string =>
  `${CONVERSATION_COLUMNS}, (select ${lead} from leads l where l.id = c.lead_id) as lead`;
const COLUMNS = columnsWith('to_jsonb(l)');

/**
 * By their newest message: whoever writes comes to the front, so only `created_at` is an order in which all stay where they are. Without `vars`
 * those of the people are empty: each may have 32 KiB of them.
 */
export const conversationListing = (filter: ConversationFilter, { vars = true } = {}): Listing<ListedConversation> => ({
  ...{
    columns: vars ? COLUMNS : columnsWith(`to_jsonb(l) || '{"vars": {}}'`),
    tables: 'conversations c',
    ...conversationConditions(filter),
  },
  orders: {
    last_message_at: [
      { sql: 'c.last_at', of: (row) => row.last_at, kind: 'time' },
      ...byId<ListedConversation>('c.id'),
    ],
    created_at: byId('c.id'),
  },
  usual: '-last_message_at',
});

/** One that was merged with another is that one. */
export async function readConversation(db: Queryable, id: string): Promise<ListedConversation | null> {
  const { rows } = await db.query<ListedConversation & Record<string, unknown>>(
    `select ${COLUMNS} from conversations given join conversations c on c.id = coalesce(given.merged_into, given.id) where given.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
