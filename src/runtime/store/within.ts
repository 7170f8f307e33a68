import type { Queryable } from '../../shared/postgres/database.ts';
import type { Listing } from './listing.ts';
import { TASK_ACCOUNT } from './tasks/task-account.ts';

/** The sender accounts that somebody is limited to; null: all. */
export type Within = readonly string[] | null;

/** The condition that one of the senders of an enrollment `e` is among the accounts. */
export const SENDS_FROM = (place: string): string =>
  `exists (select from jsonb_each_text(e.senders) sender where sender.value = any(${place}::text[]))`;

/** The condition that a row of `tasks` is about one of the accounts, or about a person in a sequence that sends from one of them. */
export const TASK_OF = (place: string): string =>
  `coalesce(${TASK_ACCOUNT} = any(${place}::text[]), exists (select from enrollments e where e.id = tasks.enrollment_id and ${SENDS_FROM(place)}))`;

/**
 * The condition that all of a campaign belongs to the accounts: the account of its source, its own senders and else the pools of its sequence, and
 * the senders of everybody who entered. Otherwise pausing it would pause people of others.
 */
const CAMPAIGN = (
  place: string,
): string => `(select coalesce(bool_and(uses.account_id = any(${place}::text[])), false) from (
    select unnest(array[campaigns.source #>> '{candidates,account_id}', campaigns.source #>> '{search,account_id}']) as account_id
    union all
    select pooled.account_id from sequence_versions v join plans p on p.digest = v.digest,
      jsonb_each(coalesce(p.plan -> 'senders', '{}') || campaigns.senders) pool, jsonb_array_elements_text(pool.value) as pooled (account_id)
     where v.sequence = campaigns.sequence and v.version = campaigns.version
    union all
    select sender.value from enrollments e, jsonb_each_text(e.senders) sender where e.campaign_id = campaigns.id
  ) as uses where uses.account_id is not null)`;

/** The conditions that rows of each table belong to the accounts of `place`. */
const BELONGS = {
  account: (place: string) => `id = any(${place}::text[])`,
  of_account: (place: string) => `account_id = any(${place}::text[])`,
  enrollment: SENDS_FROM,
  campaign: CAMPAIGN,
  // A pause above all accounts concerns everybody.
  hold: (place: string) => `(scope in ('all', 'sequence') or (scope = 'account' and target = any(${place}::text[]))
      or (scope = 'campaign' and exists (select from campaigns where campaigns.id = target and ${CAMPAIGN(place)})))`,
  job: (place: string) =>
    `coalesce(filter -> 'within' <@ to_jsonb(${place}::text[]), filter ->> 'account_id' = any(${place}::text[]), false)`,
} as const;

/** The same list, with what belongs to these accounts alone. */
export function narrowed<Row>(listing: Listing<Row>, to: keyof typeof BELONGS, within: Within): Listing<Row> {
  if (within === null) return listing;
  // These know the whole list.
  const { narrow: _, countFew: __, ...all } = listing;
  const { where, values } = listing;
  return { ...all, where: `${where} and ${BELONGS[to](`$${values.length + 1}`)}`, values: [...values, within] };
}

const TABLES = { account: 'accounts', campaign: 'campaigns', job: 'control_jobs' } as const;

/** Whether it belongs to these accounts; for who has all, it does. */
export async function isWithin(db: Queryable, kind: keyof typeof TABLES, id: string, within: Within): Promise<boolean> {
  if (within === null) return true;
  const { rowCount } = await db.query(`select from ${TABLES[kind]} where id = $1 and ${BELONGS[kind]('$2')}`, [
    ...[id, within],
  ]);
  return rowCount === 1;
}

/** One of these accounts is among them. */
export const hasAny = (within: Within, account_ids: Iterable<string>): boolean =>
  within === null || [...account_ids].some((id) => within.includes(id));
