import type { Queryable } from '../../../shared/postgres/database.ts';
import { FOR_ITS_VALUES } from '../../../shared/postgres/statements.ts';
import type { LeadRow } from '../leads/read-lead.ts';
import { byId, type Listing } from '../listing.ts';
import { SENDS_FROM, type Within } from '../within.ts';
import { CONVERSATION_COLUMNS, type ConversationRow } from './conversation-row.ts';
import { hasLabel, orNone } from './or-none.ts';

/** A conversation with its person. */
export interface ListedConversation extends ConversationRow {
  readonly lead: Omit<LeadRow, 'created_at' | 'updated_at'>;
}

export interface ConversationFilter {
  /** Conversations on one of these accounts. What stands on others neither fits a filter nor is shown. */
  readonly within?: readonly string[] | undefined;
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
  // The first value of all: `WITHIN`. Of one account the index has them in the order of the list.
  within: (place, value) =>
    Array.isArray(value) && value.length === 1
      ? `c.account_id = (${place}::text[])[1]`
      : `c.account_id = any(${place}::text[])`,
  state: (place) => `c.state = ${place}`,
  unread: (place) => `(c.unread > 0) = ${place}`,
  channel: (place) => `c.channels @> array[${place}::text]`,
  account_id: (place) => `c.account_id = ${place}`,
  campaign_id: (place) => `c.campaign_ids @> array[${place}::text]`,
  // The id of a merged person finds the conversations of the survivor.
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
  const conditions = [`c.merged_into is null${filter.within === undefined ? '' : FOR_ITS_VALUES}`];
  for (const name of Object.keys(CONDITIONS) as (keyof ConversationFilter)[]) {
    const value = name === 'found' ? wordsIn(filter) : filter[name];
    if (value === undefined) continue;
    const place = `$${values.push(value)}`;
    conditions.push(CONDITIONS[name](place, value));
    if (name === 'campaign_id' && filter.within !== undefined) conditions.push(wroteFrom(place, WITHIN));
  }
  return { where: conditions.join(' and '), values };
}

/** No word of anybody begins with "=". */
function wordsIn({ found, state, unread }: ConversationFilter): string | undefined {
  if (found === undefined) return undefined;
  const asked = [state, unread === undefined ? undefined : unread ? 'unread' : 'read'];
  return [found, ...asked.flatMap((one) => (one === undefined ? [] : [`'=${one}'`]))].join(' & ');
}

const WITHIN = '$1';

/** The person of `c` is in this campaign by an enrollment that sends from one of these accounts. Looked up for each row: of a campaign there may be as many as there are conversations. */
const wroteFrom = (campaign: string, within: string): string =>
  `exists (select from enrollments e where e.lead_id = c.lead_id and e.campaign_id = ${campaign} and ${SENDS_FROM(within)} offset 0)`;

/** `within`: the place of the accounts that whoever reads it is limited to; null: they see all. */
function columnsWith(lead: string, within: string | null): string {
  const campaigns =
    within === null
      ? 'c.campaign_ids'
      : `array(select of.id from unnest(c.campaign_ids) as of (id) where ${wroteFrom('of.id', within)}) as campaign_ids`;
  const columns = CONVERSATION_COLUMNS.replace('c.campaign_ids', campaigns);
  return `${columns}, (select ${lead} from leads l where l.id = c.lead_id) as lead`;
}

/**
 * Lists conversations by their newest message. Whoever writes comes to the front, so only `created_at` is an order in which all stay where they are.
 * Without `vars` those of the people are empty: each may have 32 KiB of them.
 */
export const conversationListing = (filter: ConversationFilter, { vars = true } = {}): Listing<ListedConversation> => ({
  ...{
    columns: columnsWith(
      vars ? 'to_jsonb(l)' : `to_jsonb(l) || '{"vars": {}}'`,
      filter.within === undefined ? null : WITHIN,
    ),
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

/** One that was merged with another is that one. Null: there is none on the accounts of `within`. */
export async function readConversation(db: Queryable, id: string, within: Within): Promise<ListedConversation | null> {
  const columns = columnsWith('to_jsonb(l)', within === null ? null : '$2');
  const { rows } = await db.query<ListedConversation & Record<string, unknown>>(
    `select ${columns} from conversations given join conversations c on c.id = coalesce(given.merged_into, given.id)
      where given.id = $1 and ($2::text[] is null or c.account_id = any($2))`,
    [id, within],
  );
  return rows[0] ?? null;
}
